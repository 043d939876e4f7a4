// Where the keyboard stands after a navigation. A new page is entered at its heading, which is read
// out to who cannot see it; who goes back or forward continues where they left: at what had the
// focus, or at the link that led to the page they come from.

/** Elements that had the focus on pages that are kept behind. */
const left = new Map<string, HTMLElement>()

/**
 * The page at `from` has given way to another: what has the focus is remembered, as long as it is
 * there.
 */
export function rememberFocus(from: string): void {
  for (const [path, element] of left) if (!element.isConnected) left.delete(path)
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body) left.set(from, activeElement)
}

/**
 * Puts the focus on the page at `path`; `from` is where the visitor has been, `back` whether they
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

/** The first that can be seen: pages that are kept behind have headings and links, too. */
function shown(elements: (HTMLElement | undefined)[]): HTMLElement | undefined {
  return elements.find((element) => element !== undefined && element.getClientRects().length > 0)
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
