// The focus after a navigation. A new page is entered at its heading, which a screen reader then
// reads out. After going back or forward, the focus returns to the element that had it, or to the
// link that led to the page being left.

/** Elements that had the focus on pages that are kept in the background. */
const left = new Map<string, HTMLElement>()

/**
 * The page at `from` has been replaced by another: the focused element is remembered while it
 * exists.
 */
export function rememberFocus(from: string): void {
  for (const [path, element] of left) if (!element.isConnected) left.delete(path)
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body) left.set(from, activeElement)
}

/**
 * Sets the focus on the page at `path`; `from` is the previous page, `back` whether the visitor
 * returned by the history.
 */
export function focusPage(path: string, from: string, back: boolean): void {
  const element = (back ? (shown([left.get(path)]) ?? linkTo(from)) : undefined) ?? heading()
  element?.focus({ preventScroll: true })
}

function linkTo(path: string): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((link) => link.pathname === path)
  return shown(links.filter(isInView)) ?? shown(links)
}

function heading(): HTMLElement | undefined {
  const element = shown([...document.querySelectorAll('h1')])
  element?.setAttribute('tabindex', '-1')
  return element
}

/** The first visible one: pages that are kept in the background have headings and links, too. */
function shown(elements: (HTMLElement | undefined)[]): HTMLElement | undefined {
  return elements.find((element) => element !== undefined && element.getClientRects().length > 0)
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
