// The script of a language, derived from its code. CLDR's likely scripts are the same in Node and
// in every browser: they are data about languages and not about formatting.

/** `zh-CN` → Hans, `ja` → Jpan, `en` → Latn. */
export function scriptOf(code: string): string {
  return new Intl.Locale(code).maximize().script ?? 'Latn'
}

/**
 * Whether a language is set in full-width characters: its punctuation is as wide as its characters,
 * and its lines are farther apart.
 */
export function isIdeographic(code: string): boolean {
  return ['Hans', 'Hant', 'Jpan'].includes(scriptOf(code))
}

/**
 * Whether a language counts large numbers in 10⁴ and 10⁸ (万 and 亿, 万 and 億, 만 and 억), and not
 * in thousands.
 */
export function countsInMyriads(code: string): boolean {
  return isIdeographic(code) || scriptOf(code) === 'Kore'
}

/** Whether a text may be in a language, by its letters alone. */
export function isWrittenIn(text: string, code: string): boolean {
  const script = scriptOf(code)
  if (script === 'Jpan') return KANA.test(text) || HAN.test(text)
  if (script === 'Hans' || script === 'Hant') return HAN.test(text) && !KANA.test(text)
  return new RegExp(`\\p{Script=${script === 'Kore' ? 'Hang' : script}}`, 'u').test(text)
}

const HAN = /\p{Script=Han}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
