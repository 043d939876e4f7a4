// Walks through a page with the Tab key.

import type { Page } from 'playwright-core'

/** Enough for any page; a page that takes more has a trap. */
const STOPS_MAX = 400

/**
 * State that the page keeps between two keys: the controls, how they looked at rest, and which of
 * them had the focus.
 */
type Walk = { expected: HTMLElement[]; resting: Map<Element, string>; reached: Set<Element>; last: Element | null; look: (element: Element) => string }

/**
 * One line per control that Tab does not reach, or that looks the same with and without the focus.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(begin)
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(atStop)
    if (fault === 'end') return [...faults, ...(await page.evaluate(missed))]
    if (fault !== '') faults.push(fault)
  }
  return [...faults, `focus: more than ${STOPS_MAX} stops`]
}

/** Remembers how every control looks at rest. Runs in the page. */
function begin(): void {
  const properties = ['outlineStyle', 'outlineWidth', 'outlineColor', 'outlineOffset', 'boxShadow', 'borderTopColor', 'borderBottomColor', 'backgroundColor', 'textDecorationLine', 'color'] as const
  // The focus may show on the control, on the element around it, or on its replacement: a styled
  // checkbox's next sibling.
  const look = (element: Element) => {
    const around = [element, element.parentElement, element.nextElementSibling].filter((part) => part !== null)
    // The colour of an outline without a width is not visible.
    const seen = (style: CSSStyleDeclaration) => properties.filter((name) => !name.startsWith('outline') || (style.outlineStyle !== 'none' && style.outlineWidth !== '0px')).map((name) => style[name])
    return JSON.stringify(around.map((part) => seen(getComputedStyle(part))))
  }
  const candidates = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')
  const expected = [...candidates].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=radio]') && element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null,
  )
  const walk: Walk = { expected, resting: new Map(expected.map((element) => [element, look(element)])), reached: new Set(), last: null, look }
  Object.assign(window, { walk })
}

/**
 * A fault of the control that has the focus, `end` where the walk came round, or an empty text.
 * Runs in the page.
 */
function atStop(): string {
  const { walk } = window as unknown as { walk: Walk }
  const element = document.activeElement
  // The parts of a date (day, month, year) are stops of one control.
  if (element !== null && element === walk.last && element.matches('[type=date]')) return ''
  walk.last = element
  if (element === null || element === document.body || walk.reached.has(element)) return 'end'
  walk.reached.add(element)
  const isSeen = walk.look(element) !== walk.resting.get(element)
  return isSeen ? '' : `focus: ${element.outerHTML.slice(0, 160)} looks the same with and without the focus`
}

/**
 * The controls that were never reached, except those that have left the order meanwhile: when React
 * takes over a page during the walk, it leaves the links of a map to the arrow keys, and removes a
 * box without overflow. Runs in the page.
 */
function missed(): string[] {
  const { walk } = window as unknown as { walk: Walk }
  const isStop = (element: HTMLElement) => element.isConnected && element.tabIndex >= 0
  return walk.expected.filter((element) => isStop(element) && !walk.reached.has(element)).map((element) => `focus: ${element.outerHTML.slice(0, 160)} is not reached with Tab`)
}
