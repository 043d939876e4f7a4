// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import Page from '#/routes/financial.tsx'
import { renderPart } from '#/testing/render-part.tsx'

describe('financial figures', () => {
  it('what the tide shows is said in a sentence, and each of its figures stands in the table', async () => {
    stubViewport()
    await renderPart(<Page />, { route: 'financial' })
    expect(screen.getByRole('img', { name: 'Assets under management by year: 10.0 in 2020, 12.0 in 2022' })).toBeTruthy()
    const table = within(screen.getByRole('table'))
    for (const year of ['2020', '2021', '2022']) expect(table.getByRole('rowheader', { name: year })).toBeTruthy()
    // From 10 to 11, in five quantities of which staff is counted by heads.
    expect(table.getAllByText('+10%')).toHaveLength(4)
    await expectAccessible()
  })

  it.each([
    ['en', '/en/about/financial/figures.csv', '/en/about/financial/figures.pdf'],
    ['zh-CN', '/about/financial/figures.csv', '/about/financial/figures.pdf'],
  ] as const)('offers its figures as files beside the page in %s', async (locale, csv, pdf) => {
    stubViewport()
    const { container } = await renderPart(<Page />, { route: 'financial', locale })
    const links = Array.from(container.querySelectorAll('a[download]'), (link) => link.getAttribute('href'))
    expect(links).toEqual([csv, pdf])
  })
})
