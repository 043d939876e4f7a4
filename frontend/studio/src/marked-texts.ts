// Reads the marks out of marked markup.

import type { Place } from './api.ts'
import { isElement, piecesOf, type Segment } from './pieces.ts'

const FIRST = 0xf0000
const END = 0x100000

/** A text without its marks, and the places of its parts. */
export type MarkedText = { text: string; segments: Segment[] }

/** The texts below an element. The mark of a text is the one before it, in this text or another. */
export function readMarkedTexts(marked: Element, places: Place[]): Map<Node, MarkedText> {
  const texts = new Map<Node, MarkedText>()
  let open: number | null = null
  const visit = (element: Element) => {
    for (const piece of piecesOf(element)) {
      if (isElement(piece)) visit(piece)
      else for (const node of piece) open = read(node, open)
    }
  }
  const read = (node: Node, before: number | null) => {
    const { text, segments, after } = cut(node.nodeValue ?? '', before, places)
    texts.set(node, { text, segments })
    return after
  }
  visit(marked)
  return texts
}

/** Cuts one text at its marks; `before` and `after`: the places that hold around it. */
function cut(marked: string, before: number | null, places: Place[]) {
  let text = ''
  let place = before
  const segments: Segment[] = []
  for (const part of marked.split(/(?=[\u{f0000}-\u{10ffff}])/u)) {
    const code = part.codePointAt(0) ?? 0
    const isMark = code >= FIRST
    if (isMark) place = code >= END || code - FIRST >= places.length ? null : code - FIRST
    const words = isMark ? part.slice(2) : part
    if (words === '') continue
    if (!holds(place, words, places)) place = null
    segments.push({ start: text.length, end: text.length + words.length, place })
    text += words
  }
  return { text, segments, after: place }
}

/** A field holds no words that it does not have: its end was lost when a component cut the text. */
function holds(place: number | null, words: string, places: Place[]): boolean {
  if (place === null) return true
  const { field, text } = places[place] as Place
  return field === '' || text.includes(words.trim())
}
