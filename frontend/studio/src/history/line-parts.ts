// The difference of a page's text in two builds, by words.

import { differByWords } from '../lib/word-difference.ts'
import type { LineChange } from '../past.ts'
import { areAlike, type DifferentPart } from '../review/difference.ts'

/** The parts that differ: each removed line with the added one that takes its place. */
export function partsOfLines(lines: LineChange[]): DifferentPart[] {
  const parts: DifferentPart[] = []
  let [removed, added]: [LineChange[], LineChange[]] = [[], []]
  const close = () => {
    parts.push(...partsOfBlock(removed, added))
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.change === 'same') close()
    else if (line.change === 'added') added.push(line)
    else {
      if (added.length > 0) close()
      removed.push(line)
    }
  }
  close()
  return parts
}

function partsOfBlock(removed: LineChange[], added: LineChange[]): DifferentPart[] {
  const rest = [...added]
  const parts = removed.map((old): DifferentPart => {
    const at = rest.findIndex((line) => line.field === old.field && (old.field !== undefined || areAlike(old.text, line.text)))
    const [fresh] = at < 0 ? [] : rest.splice(at, 1)
    const field = old.field ?? null
    if (fresh === undefined) return { field, kind: 'removed', pieces: [{ kind: 'removed', text: old.text }] }
    return { field, kind: 'changed', pieces: differByWords(old.text, fresh.text) }
  })
  const fresh = rest.map(({ field = null, text }): DifferentPart => ({ field, kind: 'added', pieces: [{ kind: 'added', text }] }))
  return [...parts, ...fresh]
}
