// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { SearchField } from './search-page.tsx'
import type { SiteSearch } from './site-search.ts'

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

describe('a search field on another page', () => {
  it('leads to the results page, and asks the origin without a script', async () => {
    const { container } = await renderPart(
      <>
        <SearchField site={{ route: 'about' } as unknown as SiteSearch} placeholder="a word" />
        <Address />
      </>,
    )
    const form = screen.getByRole('search')
    expect([form.getAttribute('action'), new FormData(form as HTMLFormElement).get('locale')]).toEqual(['/api/search', 'en'])
    const before = screen.getByRole('status').textContent
    await userEvent.click(within(form).getByRole('button', { name: 'Search' }))
    expect(screen.getByRole('status').textContent).toBe(before)
    await userEvent.type(within(form).getByRole('searchbox'), 'battery')
    await userEvent.click(within(form).getByRole('button', { name: 'Search' }))
    expect(screen.getByRole('status').textContent).toMatch(/\/about\?q=battery$/)
    await expectAccessible(container)
  })
})
