// The texts of the shown page with their places: which one is at a point, and where one is.

import { type Alignment, alignTexts } from '../align.ts'
import type { Page, Place } from '../api.ts'
import type { PageText } from '../state/store.ts'
import { isAt, keyOf, type Target, targetOf } from '../state/target.ts'

/** How far beside a text a click still means it, in pixels. */
const SLACK = 6
/** Most characters of a text in a list. */
const MOST_WORDS = 90

/** A part of a text node, or the picture that an `alt` describes. */
type Part = { place: Place; node: Node; start: number; end: number }

/** The texts of a page in the frame's document. */
export class PageTexts {
  readonly #parts: Part[]

  constructor(root: Element, { marked, places }: Page) {
    const markup = new DOMParser().parseFromString(`<div>${marked ?? ''}</div>`, 'text/html').body.firstElementChild as Element
    this.#parts = partsOf(alignTexts(root, markup, places), places)
  }

  /** The place of the text at a point of the window; `element` is the one that was hit. */
  placeAt(x: number, y: number, element: Element): Place | undefined {
    const inside = this.#parts.filter(({ node }) => element.contains(ownerOf(node)))
    const hit = inside.find((part) => rectsOf(part).some((rect) => isNear(rect, x, y)))
    if (hit !== undefined) return hit.place
    const places = new Set(inside.map(({ place }) => place))
    // Space beside the only text of a button, a heading or a paragraph.
    return places.size === 1 && !element.matches('html, body, main, section, article, div') ? [...places][0] : undefined
  }

  /** The place of the first text in an element, for a click by the keyboard. */
  firstIn(element: Element): Place | undefined {
    return this.#parts.find(({ node }) => element.contains(ownerOf(node)))?.place
  }

  /** Where a target's texts are in the window; undefined if the page does not show it. */
  rectOf(target: Target): DOMRect | undefined {
    const rects = this.#parts.filter(({ place }) => isAt(place, target)).flatMap(rectsOf)
    const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))]
    const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))]
    return rects.length === 0 ? undefined : new DOMRect(left, top, right - left, bottom - top)
  }

  /** Scrolls a target into view, unless it is there. */
  reveal(target: Target): void {
    const { top = 0, bottom = 0 } = this.rectOf(target) ?? {}
    const view = this.#parts[0]?.node.ownerDocument?.defaultView
    if (top >= 0 && bottom > top && bottom <= (view?.innerHeight ?? 0)) return
    const part = this.#parts.find(({ place }) => isAt(place, target))
    if (part !== undefined) ownerOf(part.node)?.scrollIntoView({ block: 'center' })
  }

  /** The texts in the order of the page, each target once. */
  list(): PageText[] {
    const texts = new Map<string, PageText>()
    for (const { place, node, start, end } of this.#parts) {
      const target = targetOf(place)
      const text = texts.get(keyOf(target)) ?? { target, words: '' }
      const isWhole = place.field !== '' && text.words.length >= place.text.length
      if (text.words.length < MOST_WORDS && !isWhole) text.words += (node.nodeValue ?? '').slice(start, end)
      texts.set(keyOf(target), text)
    }
    return [...texts.values()].filter(({ words }) => words.trim() !== '')
  }
}

function partsOf(alignment: Alignment, places: Place[]): Part[] {
  return [...alignment].flatMap(([node, segments]) =>
    segments.flatMap(({ start, end, place }) => {
      const at = place === null ? undefined : places[place]
      return at === undefined ? [] : [{ place: at, node, start, end }]
    }),
  )
}

/** The element around a text, or the picture of an `alt`. */
function ownerOf(node: Node): Element | null {
  return node.nodeType === node.ATTRIBUTE_NODE ? (node as Attr).ownerElement : node.parentElement
}

function rectsOf({ node, start, end }: Part): DOMRect[] {
  if (node.nodeType === node.ATTRIBUTE_NODE) return [...(ownerOf(node)?.getClientRects() ?? [])]
  const range = node.ownerDocument?.createRange()
  if (range === undefined || (node.nodeValue ?? '').slice(start, end).trim() === '') return []
  range.setStart(node, start)
  range.setEnd(node, end)
  return [...range.getClientRects()]
}

const isNear = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
  x >= left - SLACK && x <= right + SLACK && y >= top - SLACK && y <= bottom + SLACK
