// The difference of two texts by words, and of two lists by their items.

/** A part of a text: in both versions, or in one. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** A step from one list to another. */
export type Step<T> = { kind: Piece['kind']; item: T }

/** Most pairs of items that are compared; longer lists are replaced where they differ. */
const MAX_PAIRS = 4_000_000

/** The steps from `before` to `after`, with the longest common sequence. */
export function stepsBetween<T>(before: T[], after: T[]): Step<T>[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const same = (items: T[]) => items.map((item): Step<T> => ({ kind: 'same', item }))
  return [
    ...same(before.slice(0, start)),
    ...middleSteps(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

function middleSteps<T>(before: T[], after: T[]): Step<T>[] {
  const width = after.length + 1
  const isLong = before.length * after.length > MAX_PAIRS
  // lengths[i * width + j]: the longest common sequence from item i of the one and j of the other.
  const lengths = new Uint32Array(isLong ? 0 : (before.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  if (!isLong)
    for (let i = before.length - 1; i >= 0; i--)
      for (let j = after.length - 1; j >= 0; j--)
        lengths[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const steps: Step<T>[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i] as T, after[j] as T]
    if (!isLong && i < before.length && j < after.length && old === fresh) {
      steps.push({ kind: 'same', item: old })
      i++
      j++
    } else if (i < before.length && (j === after.length || isLong || at(i + 1, j) >= at(i, j + 1))) {
      steps.push({ kind: 'removed', item: old })
      i++
    } else {
      steps.push({ kind: 'added', item: fresh })
      j++
    }
  }
  return steps
}

/** The words of a text, Chinese ones, too, and the signs between them. */
export function wordsOf(text: string): string[] {
  // Firefox 115 has no segmenter; there, each Chinese character is a word.
  if (!('Segmenter' in Intl)) return text.match(/\p{Script=Han}|[\p{L}\p{N}]+|\s+|./gsu) ?? []
  return Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text), ({ segment }) => segment)
}

/** The difference of two texts by words. Changed words with signs between them are one change. */
export function differByWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = []
  let [removed, added, between] = ['', '', '']
  const flush = () => {
    if (removed !== '') pieces.push({ kind: 'removed', text: removed })
    if (added !== '') pieces.push({ kind: 'added', text: added })
    if (between !== '') pieces.push({ kind: 'same', text: between })
    removed = added = between = ''
  }
  for (const { kind, item } of stepsBetween(wordsOf(before), wordsOf(after))) {
    if (kind === 'same') {
      between += item
      if (/[\p{L}\p{N}]/u.test(item)) flush()
      continue
    }
    if (removed !== '' && added !== '') {
      removed += between
      added += between
      between = ''
    } else if (between !== '') flush()
    if (kind === 'removed') removed += item
    else added += item
  }
  flush()
  return joined(pieces)
}

/** Adjacent pieces of one kind as one. */
function joined(pieces: Piece[]): Piece[] {
  const found: Piece[] = []
  for (const { kind, text } of pieces) {
    const last = found.at(-1)
    if (last?.kind === kind) last.text += text
    else found.push({ kind, text })
  }
  return found
}

/** Longest unchanged part that is shown whole, and the rest at each end of a longer one. */
const LONG = 240
const REST = 90

/** The pieces with the inner part of long unchanged ones left out. */
export function shortened(pieces: Piece[]): Piece[] {
  if (pieces.every(({ kind }) => kind !== 'same') || pieces.length === 1) return pieces
  return pieces.map(({ kind, text }, index) => {
    if (kind !== 'same' || text.length <= LONG) return { kind, text }
    const head =
      index === 0
        ? ''
        : text
            .slice(0, REST)
            .replace(/[\w'’]+$/, '')
            .trimEnd()
    const tail =
      index === pieces.length - 1
        ? ''
        : text
            .slice(-REST)
            .replace(/^[\w'’]+/, '')
            .trimStart()
    return { kind, text: `${head} … ${tail}` }
  })
}
