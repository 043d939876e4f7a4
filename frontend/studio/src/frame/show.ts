// Puts a prepared page into the frame's document. A later version of the same page changes only
// the nodes that differ, so that the scroll position and open parts stay.

import morphdom from 'morphdom'

/** Replaces the frame's document by another page. */
export function replacePage(frame: Document, page: Document): void {
  copyAttributes(frame.documentElement, page.documentElement)
  copyAttributes(frame.body, page.body)
  frame.head.replaceChildren(...adopt(frame, page.head))
  frame.body.replaceChildren(...adopt(frame, page.body))
  frame.defaultView?.scrollTo(0, 0)
}

/** Changes the frame's document to a later version of its page. */
export function morphPage(frame: Document, page: Document): void {
  copyAttributes(frame.documentElement, page.documentElement)
  // A style sheet that is moved would load anew: the head changes only as a whole.
  if (frame.head.innerHTML !== page.head.innerHTML)
    morphdom(frame.head, frame.importNode(page.head, true), { childrenOnly: true })
  morphdom(frame.body, frame.importNode(page.body, true), { onBeforeElUpdated: (from, to) => !from.isEqualNode(to) })
}

const adopt = (frame: Document, element: Element) => [...element.childNodes].map((node) => frame.importNode(node, true))

function copyAttributes(to: Element, from: Element): void {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name)
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value)
}
