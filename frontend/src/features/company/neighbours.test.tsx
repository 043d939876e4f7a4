// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { LedgerWays } from './neighbours.tsx'

const LEDGER = ['one', 'two', 'three'].map((slug) => ({ slug, name: slug.toUpperCase(), href: `/${slug}` }))

const ways = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('ways through the ledger', () => {
  it('lead to the company before and the one after', async () => {
    const { container } = await renderPart(<LedgerWays slug="two" ledger={LEDGER} />)
    expect(ways()).toEqual(['/one', '/three'])
    await expectAccessible(container)
  })

  it.each([
    ['one', ['/two']],
    ['three', ['/two']],
  ])('end where the ledger ends: %s', async (slug, expected) => {
    await renderPart(<LedgerWays slug={slug} ledger={LEDGER} />)
    expect(ways()).toEqual(expected)
  })
})
