// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { createRenderer } from '@portico/app/worker'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Holdings } from '#/features/product/holdings.tsx'
import type { PageData } from '#/queries.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { sampleInput } from '#/testing/sample-payload.ts'
import Product from './product.tsx'

type Fact = { value: string; label: string }

beforeEach(() => stubViewport())

describe("the members' page", () => {
  it('every letter stands in the markup, so that none is lost without a script', async () => {
    const render = await createRenderer()
    const { markup, rendered } = render(sampleInput('product', 'en'))
    expect(rendered.htmlFields).toEqual(['page.body', 'letters.0.body', 'letters.1.body', 'letters.2.body'])
    for (const letter of [0, 1, 2]) expect(markup).toContain(`Body of letters ${letter}.`)
  })

  it('shows the newest letter, and the titles of earlier ones, which open in their place', async () => {
    const { container } = await renderPart(<Product />, { route: 'product' })
    const letters = [...container.querySelectorAll('article')]
    expect(letters.map((letter) => letter.closest('details') === null)).toEqual([true, false, false])
    for (const earlier of container.querySelectorAll('details')) expect(earlier.open).toBe(false)
    expect(container.querySelector('summary')?.textContent).toContain('quarter 1')
  })

  it('shows every figure that it was given, and those that letter and page share once', async () => {
    const input = sampleInput('product', 'en')
    const { page, letters } = input.payload.data as { page: { facts: Fact[] }; letters: { figures: Fact[] }[] }
    page.facts = [
      { value: '1.16', label: 'paid out' },
      { value: '9', label: 'both' },
    ]
    letters.forEach((letter, index) => {
      letter.figures = [
        { value: `10${index}`, label: 'first' },
        { value: `20${index}`, label: 'both' },
      ]
    })
    const { markup } = (await createRenderer())(input)
    const text = markup.replaceAll(/<[^>]+>/gu, ' ')
    for (const value of ['1.16', '100', '200']) expect(text).toContain(value)
    expect(text.split(' both ').length - 1).toBe(1)
  })

  it('sorts the holdings by the column whose heading is pressed, and the other way round', async () => {
    const input = sampleInput('product', 'en')
    const { letters, companies } = input.payload.data as PageData<'product'>
    const [holding] = letters[0]?.holdings ?? []
    if (holding === undefined) throw new Error('the sample has a holding')
    const held = [2, 3, 1].map((cost) => ({ ...holding, company: `held-${cost}`, cost: { ...holding.cost, value: cost } }))
    await renderPart(<Holdings letters={[{ ...letters[0]!, holdings: held }]} companies={companies.items} />, {
      route: 'product',
    })
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    const sorted = () => screen.getByRole('columnheader', { name: /Cost/u }).getAttribute('aria-sort')
    expect([sorted(), names().slice(0, 3)]).toEqual([null, ['held-2', 'held-3', 'held-1']])
    for (const [direction, order] of [
      ['descending', ['held-3', 'held-2', 'held-1']],
      ['ascending', ['held-1', 'held-2', 'held-3']],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: /Cost/u }))
      expect([sorted(), names().slice(0, 3)]).toEqual([direction, order])
    }
  })

  it('has one heading of the first level and no gaps below it', async () => {
    const { container } = await renderPart(<Product />, { route: 'product' })
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await expectAccessible(container)
  })
})
