// The plain form of an answer: the rules judge it, and the origin keeps it. A keyboard for Chinese
// gives `３０` and `ann＠example.com`, a copied text has extra spaces, and people write `3,000`.
// `origin/ground/src/plain.rs` does the same, and the shared cases have the plain form of each.

import type { FieldRules } from '#/ui/form/field-rules.ts'

export function plainText({ kind, pattern }: FieldRules, text: string): string {
  switch (kind) {
    case 'text':
    case 'lines':
      return pattern === undefined ? plainProse(text) : plainLetters(text)
    case 'tel':
      return plainLetters(text)
    case 'number':
      return plainNumber(text)
    case 'date':
      return plainDashes(plainLetters(text))
    case 'email':
      return plainEmail(text)
    case 'url':
      return plainAddress(text)
    // The values of options are written by a program.
    case 'choice':
    case 'choices':
      return text
  }
}

/** `ann@example.com` for `ann＠example。com`. */
function plainEmail(text: string): string {
  return plainLetters(text).replaceAll('。', '.')
}

/**
 * Prose keeps its punctuation, which is wide in Chinese: only letters, digits and accents change.
 */
function plainProse(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[０-９Ａ-Ｚａ-ｚ]/gu, (wide) => wide.normalize('NFKC'))
    .trim()
}

function plainLetters(text: string): string {
  return visible(text.normalize('NFKC')).trim()
}

/** Groups of thousands with one separator; `1,5` is another number in other countries. */
const THOUSANDS = /^(-?)([1-9]\d{0,2}(?:([, '’])\d{3})(?:\3\d{3})*)((?:\..*)?)$/u

function plainNumber(text: string): string {
  const plain = plainDashes(plainLetters(text)).replaceAll('。', '.')
  const found = THOUSANDS.exec(plain)
  if (found === null) return plain
  const [, sign = '', whole = '', , part = ''] = found
  return `${sign}${whole.replace(/\D/gu, '')}${part}`
}

/** Only the host and the words before it change: a path may contain wide characters. */
function plainAddress(text: string): string {
  const [, head = '', mark = '', rest = ''] =
    /^((?:[^:：/／?？#＃]*[:：][/／]+)?[^/／?？#＃]*)([/／?？#＃]?)(.*)$/su.exec(visible(text).trim()) ?? []
  return `${head.normalize('NFKC').trimStart().replaceAll('。', '.')}${mark.normalize('NFKC')}${rest}`
}

/** One dash for all similar ones. */
const plainDashes = (text: string) => text.replace(/[‐‒–—−]/gu, '-')

/** A copied text may contain marks of direction and of breaks, which are invisible. */
const visible = (text: string) => text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
