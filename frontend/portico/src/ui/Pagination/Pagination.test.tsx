// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Pagination } from './Pagination.tsx'

const href = (page: number) => (page === 1 ? '/news' : `/news/page/${page}`)

describe('Pagination', () => {
  it('links to every page and marks the one shown', async () => {
    await renderPart(<Pagination page={2} pages={3} href={href} />)
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/news', '/news', '/news/page/2', '/news/page/3', '/news/page/3'])
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('2')
  })

  it('a single page needs none', async () => {
    const { container } = await renderPart(<Pagination page={1} pages={1} href={href} />)
    expect(container.innerHTML).toBe('')
  })
})
