// One text from the changes of two people: in the joined text of the server, places in conflict
// have theirs, and get the editor's choice.

import type { Merge, MergeConflict } from '../api.ts'

/** The editor's choice for a place; `joined` is a text of its own. */
export type Choice = { from: 'mine' | 'theirs' } | { from: 'joined'; text: string }

/** The text that a choice stands for. */
export function chosenText(conflict: MergeConflict, choice: Choice): string {
  return choice.from === 'joined' ? choice.text : conflict[choice.from]
}

/**
 * The joined text with the chosen paragraphs, `choices` by conflict; fields keep theirs. Null if a
 * place cannot be found beyond doubt: then the editor joins the whole text.
 */
export function joinParagraphs({ merged, base }: Merge, choices: Choice[]): string | null {
  if (merged === null) return null
  const { conflicts } = merged
  let text = merged.text
  let at = bodyStart(text)
  for (const [index, conflict] of conflicts.entries()) {
    if (conflict.field !== null) continue
    const place = placeOf(text, at, conflict, base ?? '')
    if (place === null) return null
    const chosen = withEnd(chosenText(conflict, choices[index] ?? { from: 'theirs' }), conflict)
    text = text.slice(0, place) + chosen + text.slice(place + conflict.theirs.length)
    at = place + chosen.length
  }
  return text
}

/** A joined paragraph ends like theirs or, where they took it out, like mine. */
function withEnd(text: string, { theirs, mine }: MergeConflict): string {
  if (text === theirs || text === mine || text === '') return text
  const [end = ''] = /\s*$/.exec(theirs || mine) ?? []
  return text.trimEnd() + end
}

/** Where a place in conflict begins; paragraphs that they took out were after the one before. */
function placeOf(text: string, from: number, { theirs, base }: MergeConflict, whole: string): number | null {
  if (theirs !== '') return onlyPlace(text, theirs, from)
  const before = onlyPlace(whole, base, bodyStart(whole))
  if (before === null) return null
  const previous = /(?:^|\n)((?:[^\n]*\S[^\n]*\n)+\s*)$/.exec(whole.slice(bodyStart(whole), before))?.[1]
  if (previous === undefined) return from === bodyStart(text) ? from : null
  const place = onlyPlace(text, previous, bodyStart(text))
  return place === null ? null : place + previous.length
}

/** The only place from `from` on where `part` begins a line; null if there are more, or none. */
function onlyPlace(text: string, part: string, from: number): number | null {
  const places: number[] = []
  for (let at = text.indexOf(part, from); part !== '' && at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || text[at - 1] === '\n') places.push(at)
  return places.length === 1 ? (places[0] ?? null) : null
}

/** Where the first paragraph of a Markdown file begins; 0 without front matter. */
function bodyStart(text: string): number {
  return /^---\r?\n[\s\S]*?^---[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)*/m.exec(text)?.[0].length ?? 0
}
