// Whether a page fits its window: no element sticks out to the side, no text is cut off, and no
// table needs to be scrolled.

import type { Page } from 'playwright-core'

/** One line per fault: the element, and by how many pixels. Runs in the page. */
export const misfits = (page: Page): Promise<string[]> => page.evaluate(findMisfits)

/**
 * One line per table that is wider than its box, and by how many pixels: its last column is cut
 * until a visitor finds out that the box scrolls.
 */
export const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      for (let box = table.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const beyond = box.scrollWidth - box.clientWidth
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && beyond > 0) return [`a table is cut by ${beyond} px: ${(table.textContent ?? '').trim().slice(0, 40)}`]
      }
      return []
    }),
  )

function findMisfits(): string[] {
  /** Pixels that rounding may add. */
  const slack = 1.5
  /** Text for screen readers only is in a box of a pixel. */
  const unseen = 2
  const width = document.documentElement.clientWidth
  const found: string[] = []
  const describe = (element: Element) => {
    const classes = [...element.classList].map((name) => `.${name}`).join('')
    return `<${element.localName}${classes}> “${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  }
  /** The nearest ancestor that hides or scrolls its overflow; the page itself does not count. */
  const holderOf = (element: Element | null) => {
    for (let holder = element; holder !== null && holder !== document.body; holder = holder.parentElement) {
      if (getComputedStyle(holder).overflowX !== 'visible') return holder
    }
    return null
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement as Element
    if (node.nodeValue?.trim() === '' || parent.closest('svg, [aria-hidden=true], script, noscript') || !parent.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    const holder = holderOf(parent)
    if (text.width === 0) continue
    if (holder === null) {
      if (text.right > width + slack) found.push(`${describe(parent)} sticks out by ${Math.round(text.right - width)} px`)
      continue
    }
    const style = getComputedStyle(holder)
    const box = holder.getBoundingClientRect()
    // Overflow that scrolls can be reached; text that ends in an ellipsis is visibly cut, and is
    // whole in the title.
    if (/auto|scroll/.test(style.overflowX) || box.width <= unseen || (style.textOverflow === 'ellipsis' && holder.closest('[title]'))) continue
    const beyond = Math.max(text.right - box.right, box.left - text.left)
    if (beyond > slack) found.push(`${describe(parent)} is cut off by ${Math.round(beyond)} px at the side`)
    const below = text.bottom - box.bottom
    // A line's box may be taller than its letters, by a quarter at most.
    if (box.height > unseen && below > text.height / 4) found.push(`${describe(parent)} is cut off by ${Math.round(below)} px at the bottom`)
  }
  const beyond = (document.scrollingElement?.scrollWidth ?? 0) - width
  if (beyond > 0 && found.length === 0) {
    const outermost = [...document.body.querySelectorAll('*')].find((element) => element.getBoundingClientRect().right > width + slack && holderOf(element.parentElement) === null)
    found.push(`${outermost ? describe(outermost) : 'the document'} sticks out by ${beyond} px`)
  }
  return found
}
