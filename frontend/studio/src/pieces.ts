// The parts of an element that a reader sees: elements, and runs of adjacent texts.

/** Adjacent texts, which a parser may have cut anywhere; the text of an `alt` is its attribute. */
export type TextPiece = Node[]

/** A part of an element. */
export type Piece = Element | TextPiece

/** A part of a text: all of it comes from one place, or from none (`null`: words of the site). */
export type Segment = { start: number; end: number; place: number | null }

/** Elements whose texts are not shown as they are written. */
const IGNORED = new Set(['script', 'style', 'noscript', 'template', 'link', 'meta'])

/** Whether a piece is an element. */
export const isElement = (piece: Piece): piece is Element => !Array.isArray(piece)

/** The text of a run. */
export const textOf = (run: TextPiece): string => run.map((node) => node.nodeValue ?? '').join('')

/** The pieces of an element, in the order of the document; comments part no run. */
export function piecesOf(element: Element): Piece[] {
  const pieces: Piece[] = []
  const alt = element.localName === 'img' ? element.getAttributeNode('alt') : null
  if (alt !== null) pieces.push([alt])
  for (const node of element.childNodes) {
    if (node.nodeType === node.ELEMENT_NODE && !IGNORED.has((node as Element).localName)) pieces.push(node as Element)
    if (node.nodeType !== node.TEXT_NODE) continue
    const last = pieces.at(-1)
    if (last !== undefined && !isElement(last) && last[0] !== alt) last.push(node)
    else pieces.push([node])
  }
  return pieces
}
