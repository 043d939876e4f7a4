// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { createRenderer } from '@portico/app/worker'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
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

  it('shows the newest letter, and another one by its tab', async () => {
    await renderPart(<Product />, { route: 'product' })
    expect(screen.getByRole('tabpanel').textContent).toContain('Body of letters 0.')
    await userEvent.click(screen.getByRole('tab', { name: 'quarter 1' }))
    expect(screen.getByRole('tabpanel').textContent).toContain('Body of letters 1.')
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

  it('has one heading of the first level and no gaps below it', async () => {
    const { container } = await renderPart(<Product />, { route: 'product' })
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await expectAccessible(container)
  })
})
