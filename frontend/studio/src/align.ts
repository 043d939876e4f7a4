// Leads the texts of a page back to their places in `content/`: the page's markup and the same
// markup with marks are walked side by side. U+F0000 + n begins the text of place n, and U+100000
// ends it. A block of a body holds until the next mark, over elements; a field holds only as long
// as the texts are part of its own.

import type { Place } from './api.ts'
import { type MarkedText, readMarkedTexts } from './marked-texts.ts'
import { isElement, type Piece, piecesOf, type Segment, type TextPiece, textOf } from './pieces.ts'

/** Segments of the texts below an element; the text of an `alt` is the attribute's node. */
export type Alignment = Map<Node, Segment[]>

/** The segments of all texts below `real`. */
export function alignTexts(real: Element, marked: Element, places: Place[]): Alignment {
  const found: Alignment = new Map()
  const texts = readMarkedTexts(marked, places)
  alignPieces(piecesOf(real), piecesOf(marked), texts, places, found)
  return found
}

type Texts = Map<Node, MarkedText>

function alignPieces(allReal: Piece[], allMarked: Piece[], texts: Texts, places: Place[], found: Alignment): void {
  const real = allReal.filter((piece) => isElement(piece) || textOf(piece) !== '')
  // A mark alone, such as the end of a body, is no text.
  const marked = allMarked.filter((piece) => isElement(piece) || joinTexts(piece, texts).text !== '')
  if (!haveSameShape(real, marked)) {
    matchTexts(real, marked, texts, places, found)
    return
  }
  for (const [index, piece] of real.entries()) {
    const other = marked[index] as Piece
    if (isElement(piece) && isElement(other)) alignPieces(piecesOf(piece), piecesOf(other), texts, places, found)
    else if (!isElement(piece) && !isElement(other) && !alignText(piece, other, texts, found))
      matchTexts([piece], [other], texts, places, found)
  }
}

function haveSameShape(real: Piece[], marked: Piece[]): boolean {
  if (real.length !== marked.length) return false
  return real.every((piece, index) => {
    const other = marked[index] as Piece
    return isElement(piece) ? isElement(other) && piece.tagName === other.tagName : !isElement(other)
  })
}

/** Copies the segments of a marked run of texts; false if the words differ. */
function alignText(real: TextPiece, marked: TextPiece, texts: Texts, found: Alignment): boolean {
  const whole = joinTexts(marked, texts)
  if (whole.text !== textOf(real)) return false
  spread(real, whole.segments, found)
  return true
}

/** One text of a run of adjacent texts. */
function joinTexts(run: TextPiece, texts: Texts): MarkedText {
  let text = ''
  const segments: Segment[] = []
  for (const node of run) {
    const each = texts.get(node) ?? { text: '', segments: [] }
    for (const { start, end, place } of each.segments)
      append(segments, { start: start + text.length, end: end + text.length, place })
    text += each.text
  }
  return { text, segments }
}

/** Cuts the segments of a run at the borders of its texts. */
function spread(run: TextPiece, segments: Segment[], found: Alignment): void {
  let from = 0
  for (const node of run) {
    const to = from + (node.nodeValue ?? '').length
    const own: Segment[] = []
    for (const { start, end, place } of segments) {
      const [first, last] = [Math.max(start, from), Math.min(end, to)]
      if (first < last) own.push({ start: first - from, end: last - from, place })
    }
    found.set(node, own)
    from = to
  }
}

function append(segments: Segment[], next: Segment): void {
  const last = segments.at(-1)
  if (last?.place === next.place && last.end === next.start) last.end = next.end
  else segments.push(next)
}

/** Parts that differ: equal texts are matched in their order, others by the text of one place. */
function matchTexts(real: Piece[], marked: Piece[], texts: Texts, places: Place[], found: Alignment): void {
  const known = new Map<string, Segment[][]>()
  for (const run of runsOf(marked)) {
    const { text, segments } = joinTexts(run, texts)
    if (segments.some(({ place }) => place !== null))
      known.set(text.trim(), [...(known.get(text.trim()) ?? []), shift(text, segments)])
  }
  for (const run of runsOf(real)) {
    const text = textOf(run)
    const lead = text.length - text.trimStart().length
    const segments = known.get(text.trim())?.shift() ?? matchPlace(text.trim(), places)
    const moved = segments.map(({ start, end, place }) => ({ start: start + lead, end: end + lead, place }))
    spread(run, moved.length > 0 ? moved : [{ start: 0, end: text.length, place: null }], found)
  }
}

/** The segments of a text without the space around it. */
function shift(text: string, segments: Segment[]): Segment[] {
  const lead = text.length - text.trimStart().length
  const most = text.trim().length
  return segments
    .map(({ start, end, place }) => ({ start: Math.max(start - lead, 0), end: Math.min(end - lead, most), place }))
    .filter(({ start, end }) => start < end)
}

/** The one place that has this text. */
function matchPlace(text: string, places: Place[]): Segment[] {
  if (text === '') return []
  const [first, ...others] = places.flatMap((place, index) => (place.text.trim() === text ? [index] : []))
  return first === undefined || others.length > 0 ? [] : [{ start: 0, end: text.length, place: first }]
}

function runsOf(pieces: Piece[]): TextPiece[] {
  return pieces.flatMap((piece) => (isElement(piece) ? runsOf(piecesOf(piece)) : [piece]))
}
