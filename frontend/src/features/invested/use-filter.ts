// The filter of the ledger lives in the address, so that it can be sent, kept and gone back to. The first render knows no query
// and shows everything, as the prerendered page does.

import { useLocation, useNavigate } from 'react-router'
import { type Filter, readFilter, writeFilter } from './filter.ts'

/** The filter that the page's address names, and a way to change it: no new history entry, no scrolling. */
export function useFilter(): [Filter, (filter: Filter) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const change = (filter: Filter) => void navigate({ search: writeFilter(filter) }, { replace: true, preventScrollReset: true })
  return [readFilter(search), change]
}
