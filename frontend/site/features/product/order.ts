// The order of the holdings: by one of their figures.

import type { Holding } from './amounts.ts'

/** A column of figures. */
export type Column = 'cost' | 'value' | 'multiple' | 'irr'

export type Order = { by: Column; direction: 'ascending' | 'descending' }

/** The order of the table that the page begins with. */
export const LARGEST_FIRST: Order = { by: 'value', direction: 'descending' }

const figures: Record<Column, (holding: Holding) => number> = {
  cost: ({ cost }) => cost.value,
  value: ({ value }) => value.value,
  // A holding without a cost has no multiple, and goes below all that have one.
  multiple: ({ cost, value }) => (cost.value > 0 ? value.value / cost.value : 0),
  irr: ({ irr }) => irr.value,
}

/** The holdings in an order; equal ones as they were. */
export function sortHoldings(holdings: readonly Holding[], { by, direction }: Order): Holding[] {
  const sign = direction === 'ascending' ? 1 : -1
  return holdings.toSorted((a, b) => sign * (figures[by](a) - figures[by](b)))
}

/** The order after a press on a column's heading: the largest first, then the other way round. */
export function nextOrder(order: Order, by: Column): Order {
  return { by, direction: order.by === by && order.direction === 'descending' ? 'ascending' : 'descending' }
}
