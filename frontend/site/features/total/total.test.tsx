// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import Page from '#/routes/total.tsx'
import { renderPart } from '#/testing/render-part.tsx'

describe('in total', () => {
  it('the tide says its highest year, and the table ends with what its columns add up to', async () => {
    stubViewport()
    await renderPart(<Page />, { route: 'total' })
    expect(screen.getByRole('img', { name: /highest in 2024: 14\.0 first, 14\.0 follow-on/u })).toBeTruthy()
    const sums = within(screen.getByRole('row', { name: /^Total/u })).getAllByRole('cell')
    // Five years from 10 to 14 million, and from 2020 to 2024 companies: sample figures, but their
    // sums are sums.
    expect(sums.map((cell) => cell.textContent)).toEqual(['60', '60', '10,110', '10,110'])
    await expectAccessible()
  })
})
