// Which companies of the ledger are shown and in which order: read from and written to the query of
// the address. Pure.

import type { PageData } from '#/queries.ts'

/** A line of the ledger. */
export type LedgerCompany = PageData<'invested'>['companies']['items'][number]

/** The columns one can choose by; an empty word means all. */
export const FILTER_KEYS = ['industry', 'year', 'stage', 'status', 'fund'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]
export type Filter = Record<FilterKey, string>

/** The first is the order of the prerendered page, and is not written into the address. */
export const ORDERS = ['newest', 'oldest', 'name'] as const
export type Order = (typeof ORDERS)[number]

/** Value of a company in a column; '' of an industry that visitors do not see. */
export function columnValue(company: LedgerCompany, key: FilterKey): string {
  if (key === 'industry') return company.industry?.slug ?? ''
  if (key === 'year') return String(company.invested)
  return company[key]
}

/** True where the company has every chosen value. */
export function matches(company: LedgerCompany, filter: Filter): boolean {
  return FILTER_KEYS.every((key) => filter[key] === '' || filter[key] === columnValue(company, key))
}

/** The columns in which something is chosen. */
export const chosenKeys = (filter: Filter): FilterKey[] => FILTER_KEYS.filter((key) => filter[key] !== '')

/**
 * The companies, which come newest first, in another order. Names are compared by the rules of
 * `locale`; only an address with a query needs it, so it happens in browsers alone.
 */
export function inOrder(companies: readonly LedgerCompany[], order: Order, locale: string): LedgerCompany[] {
  if (order === 'oldest') return companies.toSorted((a, b) => a.invested - b.invested)
  if (order === 'name') return companies.toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return [...companies]
}

/**
 * The filter that a query names; unknown words are left for the page to show as "nothing found".
 */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search)
  return Object.fromEntries(FILTER_KEYS.map((key) => [key, query.get(key) ?? ''])) as Filter
}

/** The order that a query names; one it does not know is the page's own. */
export function readOrder(search: string): Order {
  const named = new URLSearchParams(search).get('sort')
  return ORDERS.find((order) => order === named) ?? ORDERS[0]
}

/**
 * The query that names filter and order, with its question mark; empty where the page is as it was
 * prerendered.
 */
export function writeQuery(filter: Filter, order: Order = ORDERS[0]): string {
  const chosen = chosenKeys(filter).map((key): [string, string] => [key, filter[key]])
  const sort: [string, string][] = order === ORDERS[0] ? [] : [['sort', order]]
  const query = new URLSearchParams([...chosen, ...sort])
  return query.size === 0 ? '' : `?${query}`
}
