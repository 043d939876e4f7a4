// Filter and order of the ledger live in the address, so that they can be sent, kept and gone back
// to. The first render knows no query and shows everything, as the prerendered page does.

import { usePage } from '@portico/app/page/page.tsx'
import { useLocation, useNavigate } from 'react-router'
import { type Filter, inOrder, type LedgerCompany, matches, type Order, readFilter, readOrder, writeQuery } from './filter.ts'

export type LedgerView = {
  filter: Filter
  order: Order
  /** Rows that the filter leaves, in order. */
  shown: LedgerCompany[]
  /** How many a filter would leave. */
  count: (filter: Filter) => number
  /** Changes the address: no new history entry, no scrolling. */
  setFilter: (filter: Filter) => void
  setOrder: (order: Order) => void
}

export function useLedger(companies: readonly LedgerCompany[]): LedgerView {
  const { search } = useLocation()
  const { locale } = usePage()
  const navigate = useNavigate()
  const filter = readFilter(search)
  const order = readOrder(search)
  const show = (to: string) => void navigate({ search: to }, { replace: true, preventScrollReset: true })
  const left = (by: Filter) => companies.filter((company) => matches(company, by))
  return {
    filter,
    order,
    shown: inOrder(left(filter), order, locale),
    count: (by) => left(by).length,
    setFilter: (next) => show(writeQuery(next, order)),
    setOrder: (next) => show(writeQuery(filter, next)),
  }
}
