// Which companies of the ledger are shown: read from and written to the query of the address. Pure.

import type { PageData } from '#/app/queries.ts'

/** A line of the ledger. */
export type LedgerCompany = PageData<'invested'>['companies']['items'][number]

/** The columns one can choose by; an empty word means all. */
export const FILTER_KEYS = ['industry', 'year', 'stage', 'status', 'fund'] as const
export type FilterKey = (typeof FILTER_KEYS)[number]
export type Filter = Record<FilterKey, string>

/** What a company has in a column. */
export function columnValue(company: LedgerCompany, key: FilterKey): string {
  if (key === 'industry') return company.industry.slug
  if (key === 'year') return String(company.invested)
  return company[key]
}

/** True where the company has every chosen value. */
export function matches(company: LedgerCompany, filter: Filter): boolean {
  return FILTER_KEYS.every((key) => filter[key] === '' || filter[key] === columnValue(company, key))
}

/** The filter that a query names; words it does not know are left for the page to show as "nothing found". */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search)
  return Object.fromEntries(FILTER_KEYS.map((key) => [key, query.get(key) ?? ''])) as Filter
}

/** The query that names the filter, with its question mark; empty where everything is shown. */
export function writeFilter(filter: Filter): string {
  const chosen = FILTER_KEYS.filter((key) => filter[key] !== '').map((key): [string, string] => [key, filter[key]])
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`
}
