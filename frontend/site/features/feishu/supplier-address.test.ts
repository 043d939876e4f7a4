import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from './supplier-address.ts'

describe('the address of the supplier view (R2.18)', () => {
  it('reads what it writes', () => {
    const address = { query: '石英 a&b', status: 'trial', page: 3, id: 'supplier-001' } as const
    expect(readAddress(writeAddress(address))).toEqual(address)
    expect(readAddress(writeAddress({}))).toEqual({ query: '', status: '', page: 1, id: '' })
  })

  it.each(['?page=0', '?page=x', '?page=1.5', '?page=-1', '?page=10001', '?status=good'])('takes nothing of %s', (search) => {
    expect(readAddress(search)).toEqual({ query: '', status: '', page: 1, id: '' })
  })
})
