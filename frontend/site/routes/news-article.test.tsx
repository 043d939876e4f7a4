// @vitest-environment jsdom

import { PageProvider } from '@portico/app/page'
import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { sampleInput } from '#/testing/sample-payload.ts'
import Article from './news-article.tsx'

beforeEach(() => stubViewport())

describe('an article', () => {
  it('has one heading of the first level and no gaps below it', async () => {
    const { container } = await renderPart(<Article />, { route: 'news-article' })
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await expectAccessible(container)
  })

  it('leads on to what was written before and since, with dates', async () => {
    await renderPart(<Article />, { route: 'news-article' })
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('rel'), link.textContent])).toEqual([
      ['prev', 'Earlier 1 May 2026 title 0'],
      ['next', 'Later 2 May 2026 title 1'],
    ])
  })

  it('R1.01: in another language than its page it says so where its own words stand, and not around ours', async () => {
    const page = sampleInput('news-article', 'en')
    const shown = { ...page, payload: { ...page.payload, contentLocale: 'zh-CN' as const } }
    await renderPart(
      <PageProvider page={shown}>
        <Article />
      </PageProvider>,
      { route: 'news-article' },
    )
    const languageOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang') ?? 'of the page'
    expect(languageOf(screen.getByRole('heading', { level: 1 }))).toBe('zh-CN')
    expect(languageOf(screen.getByText('Body of news 0.'))).toBe('zh-CN')
    expect(languageOf(screen.getByText('Author'))).toBe('of the page')
  })
})
