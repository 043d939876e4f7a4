// The face of each part of a text. Latin letters and figures are Newsreader's, everything Chinese
// is Noto Serif SC's; in a Chinese text quotation marks, dashes and ellipses are Chinese as well,
// and scripts are separated by a quarter of an em.

import type { LocaleCode } from '@portico/app'
import { isIdeographic } from '@portico/app/i18n'
import type { FontName, Fonts } from './fonts.ts'

/** A part of a line in one font. */
export type Run = {
  text: string
  font: FontName
  /** Space before it, in em. */
  gap: number
}

export type Weight = 'regular' | 'strong'

const FONTS: Record<Weight, { latin: FontName; chinese: FontName }> = {
  regular: { latin: 'latin', chinese: 'chinese' },
  strong: { latin: 'latinStrong', chinese: 'chineseStrong' },
}

/** Marks that Latin and Chinese share, and that are twice as wide in Chinese. */
const SHARED_MARK = /[‘’“”…—·]/u
const HAN = /\p{Script=Han}/u
const LETTER_OR_DIGIT = /[\p{Script=Latin}\p{Nd}%¥]/u
const AUTOSPACE_EM = 0.25

/**
 * The runs of a text, in order. Errors on a character that no font has: an empty box in a report
 * would be worse.
 */
export function runs(text: string, locale: LocaleCode, weight: Weight, fonts: Fonts): Run[] {
  const result: Run[] = []
  let before = ''
  for (const character of text) {
    const font = fontOf(character, text, locale, weight, fonts)
    const gap = meet(before, character) ? AUTOSPACE_EM : 0
    const last = result.at(-1)
    if (last !== undefined && last.font === font && gap === 0) last.text += character
    else result.push({ text: character, font, gap })
    before = character
  }
  return result
}

function fontOf(character: string, text: string, locale: LocaleCode, weight: Weight, fonts: Fonts): FontName {
  const { latin, chinese } = FONTS[weight]
  const point = character.codePointAt(0) as number
  const isChineseMark = isIdeographic(locale) && SHARED_MARK.test(character)
  if (!isChineseMark && fonts(latin).hasGlyphForCodePoint(point)) return latin
  if (fonts(chinese).hasGlyphForCodePoint(point)) return chinese
  const code = point.toString(16).toUpperCase().padStart(4, '0')
  throw new Error(`no font has the character U+${code} of “${text}”; write the text without it`)
}

/** True between a Chinese character and a Latin letter or a figure. */
function meet(before: string, after: string): boolean {
  return (HAN.test(before) && LETTER_OR_DIGIT.test(after)) || (LETTER_OR_DIGIT.test(before) && HAN.test(after))
}
