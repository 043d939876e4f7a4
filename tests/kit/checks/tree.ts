// The page as a screen reader reads it: the accessibility tree of Chromium, and its order beside
// that of the picture.

import type { Page } from 'playwright-core'

type Node = { ignored: boolean; role?: { value: string }; name?: { value?: string }; backendDOMNodeId?: number }

/** Roles without meaning if they have no name. */
const NAMED = new Set(['link', 'button', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'tab', 'tabpanel', 'image', 'table', 'dialog', 'region', 'heading', 'menuitem', 'slider'])
/** Landmarks that a page has once. */
const SINGLE = ['main', 'banner', 'contentinfo']
/** Landmarks that need a name of their own where there are several. */
const SEVERAL = ['navigation', 'complementary', 'region', 'search']

/**
 * One line per fault: a node without a name, a landmark twice or not distinguished from another.
 */
export async function treeFaults(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = (await browser.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  await browser.detach()
  const shown = nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => ({ role: role?.value ?? '', name: name?.value?.trim() ?? '' }))
  const named = (role: string) => shown.filter((node) => node.role === role).map(({ name }) => name)
  const nameless = shown.filter(({ role, name }) => NAMED.has(role) && name === '').map(({ role }) => `tree: a ${role} has no name`)
  // Nodes under a modal dialog are not in the tree.
  const least = (role: string) => (role === 'main' && named('dialog').length === 0 ? 1 : 0)
  const missing = SINGLE.filter((role) => named(role).length > 1 || named(role).length < least(role)).map((role) => `tree: ${named(role).length} of ${role}`)
  const alike = SEVERAL.flatMap((role) => named(role).filter((name, at, all) => all.indexOf(name) !== at).map((name) => `tree: two of ${role} are called “${name}”`))
  return [...nameless, ...missing, ...alike]
}

/** One line per text that is read after a text below it, in the same column. */
export const orderFaults = (page: Page): Promise<string[]> => page.evaluate(findDisorder)

function findDisorder(): string[] {
  /** Pixels by which lines of one row may differ. */
  const slack = 4
  const blocks = [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dt, dd, figcaption, label, button, input, select, textarea)')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('svg, [aria-hidden=true]') && element.textContent?.trim() !== '')
    .filter((element) => element.querySelector('h1, h2, h3, h4, p, li, dt, dd, figcaption, label, button') === null && !isPlaced(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 2 && box.height > 2)
  return blocks.flatMap(({ element, box }, at) => {
    const before = blocks[at - 1]
    // A figure may be above its label, which is read first.
    if (before === undefined || (before.element.localName === 'dt' && element.localName === 'dd')) return []
    const isAbove = box.bottom <= before.box.top + slack
    const isSameColumn = box.left < before.box.right && before.box.left < box.right
    return isAbove && isSameColumn ? [`order: “${words(before.element)}” is read before “${words(element)}”, which stands above it`] : []
  })

  /** Placed by its own measure: on a drawing, or along the window's edge. */
  function isPlaced(element: Element): boolean {
    for (let at: Element | null = element; at !== null && at.localName !== 'main'; at = at.parentElement) {
      if (/absolute|fixed|sticky/.test(getComputedStyle(at).position)) return true
    }
    return false
  }

  function words(element: Element): string {
    return (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
  }
}
