// Filter and order of the ledger live in the address, so that they can be sent, kept and gone back
// to. The first render knows no query and shows everything, as the prerendered page does.

import { usePage } from '@portico/app/page'
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
  setFilter: (change: Partial<Filter>) => void
  setOrder: (order: Order) => void
}

export function useLedger(companies: readonly LedgerCompany[]): LedgerView {
  const { pathname, search } = useLocation()
  const { locale } = usePage()
  const navigate = useNavigate()
  const filter = readFilter(search)
  const order = readOrder(search)
  // As it is now: a second choice may follow before the first is shown.
  const address = () => (window.location.pathname === pathname ? window.location.search : search)
  const show = (...query: Parameters<typeof writeQuery>) =>
    void navigate({ search: writeQuery(...query) }, { replace: true, preventScrollReset: true })
  const left = (by: Filter) => companies.filter((company) => matches(company, by))
  return {
    filter,
    order,
    shown: inOrder(left(filter), order, locale),
    count: (by) => left(by).length,
    setFilter: (change) => show({ ...readFilter(address()), ...change }, readOrder(address())),
    setOrder: (next) => show(readFilter(address()), next),
  }
}
