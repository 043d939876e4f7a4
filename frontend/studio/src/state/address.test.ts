import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './address.ts'

test.each([
  ['?page=/en/about', { path: '/en/about', setId: 'live', view: 'page' }],
  ['?page=/&set=00c0ffee&view=review', { path: '/', setId: '00c0ffee', view: 'review' }],
] as const)('%s', (address, state) => {
  expect(readAddress(address)).toEqual(state)
  expect(writeAddress(state.path, state.setId, state.view)).toBe(address)
})

test('an address without a page, or with an unknown view', () => {
  expect(readAddress('?view=x')).toEqual({ path: '/', setId: 'live', view: 'page' })
})
