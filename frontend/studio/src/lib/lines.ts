// Lines of a text: what became of them in another version of it, and new ones in their place.

import { stepsBetween } from './word-difference.ts'

/** First and last line, from 1. If the last is one less, it is a place between two lines. */
export type Lines = [first: number, last: number]

/**
 * The lines of `after` that were `lines` of `before`: moved, changed, or none where they are gone.
 */
export function linesIn(after: string, before: string, [first, last]: Lines): Lines {
  // A place between two lines stays behind the one before it.
  if (last < first) {
    const end = last === 0 ? 0 : linesIn(after, before, [last, last])[1]
    return [end + 1, end]
  }
  let [old, fresh, afterSame] = [0, 0, 0]
  let start: number | undefined
  let end = 0
  let isReplaced = false
  for (const { kind } of stepsBetween(linesOf(before), linesOf(after))) {
    const isInside = kind !== 'added' && old >= first - 1 && old < last
    // New lines in place of old ones may come before these.
    if (isInside) start ??= kind === 'removed' ? afterSame : fresh
    if (kind !== 'added') old++
    if (kind !== 'removed') fresh++
    if (kind === 'same') afterSame = fresh
    if (isInside) isReplaced = kind === 'removed'
    if (isInside || (kind === 'added' && isReplaced && old === last)) end = fresh
  }
  const begin = start ?? fresh
  return [begin + 1, Math.max(end, begin)]
}

/** The text with other lines, as the server writes it; an empty text takes them out. */
export function withLines(text: string, [first, last]: Lines, lines: string): string {
  const all = linesOf(text)
  const fresh = lines === '' ? [] : linesOf(lines.replace(/\r?\n$/, ''))
  return [...all.slice(0, first - 1), ...fresh, ...all.slice(last)].join('\n')
}

/** The text of some lines. */
export const textAt = (text: string, [first, last]: Lines): string =>
  linesOf(text)
    .slice(first - 1, last)
    .join('\n')

/** The lines that have a block's text; none if they are gone, or others have the same. */
export function findBlock(text: string, block: string): Lines | undefined {
  const [all, own] = [linesOf(text), linesOf(block)]
  const starts = all.flatMap((_, index) => (own.every((line, offset) => all[index + offset] === line) ? [index + 1] : []))
  const [first] = starts
  return first === undefined || starts.length > 1 ? undefined : linesFrom(first, block)
}

/** Whether a line has words. A place outside of the text has none. */
export const hasWords = (text: string, line: number): boolean => (linesOf(text)[line - 1] ?? '').trim() !== ''

/** The lines of a block's text, once it begins at a line. */
export const linesFrom = (first: number, block: string): Lines => [first, first + (block === '' ? 0 : linesOf(block).length) - 1]

const linesOf = (text: string) => text.split(/\r?\n/)
