// The accessibility checker, for markup in jsdom. Colours are not its business here: jsdom computes no layout.

import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with every rule that `element` breaks, and where. */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([])
}
