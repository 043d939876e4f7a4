// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import Page from '#/routes/invested.tsx'
import { stubViewport } from '#/testing/in-view.ts'
import { renderPart } from '#/testing/render-part.tsx'

const rows = () => screen.getAllByRole('row').length - 1

describe('the ledger', () => {
  it('shows what the address names, and everything again at one click', async () => {
    stubViewport()
    await renderPart(<Page />, { route: 'invested', at: '/en/enterprise/invested?stage=seed' })
    expect(rows()).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(rows()).toBe(3)
  })

  it('says so when nothing has all the chosen values', async () => {
    stubViewport()
    await renderPart(<Page />, { route: 'invested', at: '/en/enterprise/invested?stage=seed' })
    await userEvent.selectOptions(screen.getByLabelText('Fund'), 'Fund II')
    expect(screen.getByText(/No company has all of these/u)).toBeTruthy()
  })
})
