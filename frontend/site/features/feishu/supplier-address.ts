// The search and the open supplier are in the address, so that Back works and a supplier can be
// sent to a colleague. Pure.

import { type SupplierStatus, supplierStatusValues } from '@portico/app/members'

export type SupplierAddress = {
  query: string
  /** Empty: all. */
  status: SupplierStatus | ''
  page: number
  /** The supplier that is open; empty: none. */
  id: string
}

const NOWHERE: SupplierAddress = { query: '', status: '', page: 1, id: '' }

/** Words and numbers that the address cannot mean count as none. */
export function readAddress(search: string): SupplierAddress {
  const given = new URLSearchParams(search)
  const page = Number(given.get('page') ?? 1)
  return {
    query: given.get('query')?.slice(0, 100) ?? '',
    status: supplierStatusValues.find((status) => status === given.get('status')) ?? '',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
    id: given.get('id') ?? '',
  }
}

/** The query of an address, with its question mark; `?` alone where all is as at first. */
export function writeAddress(address: Partial<SupplierAddress>): string {
  const { query, status, page, id } = { ...NOWHERE, ...address }
  const given = Object.entries({ query, status, page: page === 1 ? '' : String(page), id })
  return `?${new URLSearchParams(given.filter(([, value]) => value !== ''))}`
}
