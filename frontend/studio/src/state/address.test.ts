import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './address.ts'
import { PAGE_VIEW, readView } from './view.ts'

test.each([
  ['?page=/en/about', { path: '/en/about', setId: 'live' }, PAGE_VIEW],
  ['?page=/&set=00c0ffee&view=review', { path: '/', setId: '00c0ffee' }, { name: 'review' }],
] as const)('%s', (address, state, view) => {
  expect(readAddress(address)).toEqual(state)
  expect(readView(address)).toEqual(view)
  expect(writeAddress(state.path, state.setId, view)).toBe(address)
})

test('an address without a page, or with an unknown view', () => {
  expect(readAddress('?view=x')).toEqual({ path: '/', setId: 'live' })
  expect(readView('?view=x')).toEqual(PAGE_VIEW)
})
