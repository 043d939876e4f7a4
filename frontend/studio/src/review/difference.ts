// The difference of two versions of a file: fields, then paragraphs.

import { differByWords, type Piece, stepsBetween } from '../lib/word-difference.ts'
import { partsOf } from './file-parts.ts'

/** A field or, where `field` is null, a paragraph that differs. */
export type DifferentPart = { field: string | null; kind: 'added' | 'removed' | 'changed'; pieces: Piece[] }

/** Least share of a paragraph that remains, for it to be the same paragraph with other words. */
const ALIKE = 0.3

/** The parts that differ; null for a file that is not there. */
export function differenceOf(path: string, before: string | null, after: string | null): DifferentPart[] {
  const [old, fresh] = [partsOf(path, before ?? ''), partsOf(path, after ?? '')]
  const names = [...new Set([...fresh.fields.keys(), ...old.fields.keys()])]
  const fields = names.flatMap((field) => differentPart(field, old.fields.get(field), fresh.fields.get(field)))
  return [...fields, ...differentParagraphs(paragraphsOf(old.body), paragraphsOf(fresh.body))]
}

function differentPart(field: string | null, before: string | undefined, after: string | undefined): DifferentPart[] {
  if (before === after) return []
  if (before === undefined) return [{ field, kind: 'added', pieces: [{ kind: 'added', text: after ?? '' }] }]
  if (after === undefined) return [{ field, kind: 'removed', pieces: [{ kind: 'removed', text: before }] }]
  return [{ field, kind: 'changed', pieces: differByWords(before, after) }]
}

/** Parts between empty lines. */
function paragraphsOf(text: string): string[] {
  return text.split(/\n[ \t]*\n/).flatMap((part) => part.trim() || [])
}

function differentParagraphs(before: string[], after: string[]): DifferentPart[] {
  const parts: DifferentPart[] = []
  const [removed, added]: [string[], string[]] = [[], []]
  const close = () => {
    while (removed.length > 0 || added.length > 0) parts.push(...nextParts(removed, added))
  }
  for (const { kind, item } of stepsBetween(before, after)) {
    if (kind === 'removed') removed.push(item)
    else if (kind === 'added') added.push(item)
    else close()
  }
  close()
  return parts
}

/** Takes the next paragraph of a changed place: with other words, or removed, or added. */
function nextParts(removed: string[], added: string[]): DifferentPart[] {
  const [old] = removed
  if (old === undefined) return differentPart(null, undefined, added.shift())
  const pair = added.findIndex((text) => areAlike(old, text))
  if (pair > 0) return differentPart(null, undefined, added.shift())
  removed.shift()
  return differentPart(null, old, pair === 0 ? added.shift() : undefined)
}

/** Whether enough of a paragraph remains for it to be the same one with other words. */
export function areAlike(before: string, after: string): boolean {
  const same = differByWords(before, after).filter(({ kind }) => kind === 'same')
  const length = same.reduce((sum, { text }) => sum + text.trim().length, 0)
  return length > ALIKE * Math.min(before.length, after.length)
}
