// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import News from './news.tsx'

describe('news', () => {
  it('the newest piece leads, once, and the others stand under their years', async () => {
    const { container } = await renderPart(<News />, { route: 'news' })
    const headings = screen
      .getAllByRole('heading')
      .map((heading) => [heading.tagName, heading.textContent])
      .filter(([, text]) => text !== 'Body')
    expect(headings).toEqual([
      ['H1', 'title 0'],
      ['H2', 'title 0'],
      ['H2', '2026'],
      ['H3', 'title 1'],
      ['H3', 'title 2'],
    ])
    await expectAccessible(container)
  })

  it('leads to the older page and to no newer one', async () => {
    await renderPart(<News />, { route: 'news' })
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
    expect(pages.getByRole('link', { name: 'Older' }).getAttribute('href')).toBe('/en/news/page/2')
    expect(pages.queryByRole('link', { name: 'Newer' })).toBeNull()
  })
})
