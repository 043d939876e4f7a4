// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import Page from '#/routes/invested.tsx'
import { renderPart } from '#/testing/render-part.tsx'

// The sample's three companies: seed/held/Fund I in 2020, Series A/listed/Fund II in 2021, Series
// B/exited/Fund III in 2022.
const rows = () => screen.queryAllByRole('row').slice(1)
const names = () => screen.getAllByRole('rowheader').map((row) => row.textContent?.slice(0, 6))
const Address = () => <output>{useLocation().search}</output>

async function open(query = '') {
  stubViewport()
  await renderPart(
    <>
      <Page />
      <Address />
    </>,
    { route: 'invested', at: `/en/enterprise/invested${query}` },
  )
  return { address: () => document.querySelector('output')?.textContent }
}

describe('the ledger', () => {
  it('shows what the address names, and everything again at one click', async () => {
    const { address } = await open('?stage=seed')
    expect(rows()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(rows()).toHaveLength(3)
    expect(address()).toBe('')
  })

  it('each choice stands above the list and can be taken away by itself', async () => {
    const { address } = await open('?stage=seed&fund=i')
    await userEvent.click(screen.getByRole('button', { name: 'Take away Stage: Seed' }))
    expect(address()).toBe('?fund=i')
    expect(screen.queryByRole('button', { name: /^Take away Stage/u })).toBeNull()
    expect(screen.getByRole('button', { name: 'Take away Fund: Fund I' })).toBeTruthy()
  })

  it('how many companies are left is announced', async () => {
    await open()
    const status = screen.getByText('3 companies', { selector: '[role="status"]' })
    await userEvent.selectOptions(screen.getByLabelText('Stage'), 'Series A')
    expect(status.textContent).toBe('1 company')
  })

  it('keeps its order in the address, together with the filter', async () => {
    const { address } = await open('?status=held')
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'By name')
    expect(address()).toBe('?status=held&sort=name')
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(address()).toBe('?sort=name')
    expect(names()).toEqual(['name 0', 'name 1', 'name 2'])
    expect(screen.getByRole('columnheader', { name: 'Company' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('what became of the companies is counted in the head, and filters by it', async () => {
    const { address } = await open()
    const link = screen.getByRole('link', { name: '1 Listed' })
    expect(link.getAttribute('href')).toBe('/en/enterprise/invested?status=listed')
    await userEvent.click(link)
    expect(address()).toBe('?status=listed')
    expect(rows()).toHaveLength(1)
  })

  it('when nothing has all the chosen values it says so and offers wider choices that lead somewhere', async () => {
    const { address } = await open('?stage=seed&fund=ii')
    expect(screen.getByText(/No company has all of these/u)).toBeTruthy()
    expect(rows()).toHaveLength(0)
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Without Seed 1 company' }))
    expect(address()).toBe('?fund=ii')
    expect(rows()).toHaveLength(1)
  })

  it('breaks no rule of accessibility', async () => {
    await open('?stage=seed')
    await expectAccessible()
  })
})
