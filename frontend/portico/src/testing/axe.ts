// The accessibility checker, for markup in jsdom. It does not check colours: jsdom computes no
// layout.

import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Fails with every rule that `element` breaks, and where; `except` names rules that do not apply to
 * it.
 */
export async function expectAccessible(element: Element = document.body, except: readonly string[] = []): Promise<void> {
  const off = ['color-contrast', 'region', ...except].map((rule) => [rule, { enabled: false }])
  const { violations } = await axe.run(element, { rules: Object.fromEntries(off) })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
}
