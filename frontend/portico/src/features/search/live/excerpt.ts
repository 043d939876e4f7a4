// The excerpt of a passage that is shown: around the first match, with the matches marked.

import type { Run } from '../found.ts'
import { folded, isHan } from './words.ts'

/** Letters of a passage that are shown; a Chinese character counts as two. */
const SHOWN = 160
/** Letters among them before the first match. */
const BEFORE = 40

/** `words` are those of the index, found in `text`. */
export function excerpt(text: string, words: readonly string[]): Run[] {
  return runs(text, words, isHan(text) ? 0.5 : 1)
}

/** All of a text. */
export function whole(text: string, words: readonly string[]): Run[] {
  return runs(text, words, Number.POSITIVE_INFINITY)
}

/** About `SHOWN` times `size` letters. */
function runs(text: string, words: readonly string[], size: number): Run[] {
  const places = placesOf(text, words)
  const first = places[0]?.[0] ?? 0
  const from = first <= BEFORE * size ? 0 : startOfWord(text, first - Math.round(BEFORE * size))
  const to = text.length - from <= SHOWN * size ? text.length : endOfWord(text, from + Math.round(SHOWN * size))
  const runs: Run[] = []
  const put = (text: string, marked: boolean) => text !== '' && runs.push({ text, marked })
  let at = from
  put(from > 0 ? '… ' : '', false)
  for (const [start, end] of places.filter(([start, end]) => start >= from && end <= to)) {
    put(text.slice(at, start), false)
    put(text.slice(start, end), true)
    at = end
  }
  put(text.slice(at, to) + (to < text.length ? ' …' : ''), false)
  return runs
}

/** Positions of words, in order; adjoining positions are joined. */
function placesOf(text: string, words: readonly string[]): [number, number][] {
  const lower = folded(text)
  // A letter whose lower case is longer moves all positions after it: then no match is marked.
  if (lower.length !== text.length) return []
  const found = words.flatMap((word) => occurrences(lower, word)).sort(([a], [b]) => a - b)
  const places: [number, number][] = []
  for (const [start, end] of found) {
    const last = places.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else places.push([start, end])
  }
  return places
}

const LETTER = /[\p{L}\p{N}]/u

function occurrences(text: string, word: string): [number, number][] {
  const places: [number, number][] = []
  const whole = !isHan(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length
    const isPart = whole && (LETTER.test(text[at - 1] ?? '') || LETTER.test(text[end] ?? ''))
    if (!isPart) places.push([at, end])
  }
  return places
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space < 0 || space > at + 20 ? at : space + 1
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space < at - 20 ? at : space
}
