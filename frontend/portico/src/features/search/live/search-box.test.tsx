// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, blamed, ok, type Reply } from '#/testing/answers.ts'
import { expectAccessible } from '#/testing/axe.ts'
import { stubBrowser } from '#/testing/document.ts'
import { startOrigin } from '#/testing/origin.ts'
import { renderPart } from '#/testing/render-part.tsx'
import type { Found, Hit } from '../found.ts'
import type { SiteSearch } from '../site-search.ts'
import { loadLive } from './live.tsx'

const site: SiteSearch = { route: 'about', kinds: {}, assistant: 'home', letter: 'privacy' } as never
const start = { suggestions: ['carried interest'], sections: [{ href: '/en/news', label: 'News' }] }

const hit = (over: Partial<Hit> = {}): Hit => ({
  href: '/en/news/tide',
  title: 'The tide turns',
  kind: 'news',
  locale: 'en',
  date: '2026-05-03',
  passages: [
    {
      anchor: 'why',
      heading: 'Why',
      text: [
        { text: 'The ', marked: false },
        { text: 'tide', marked: true },
      ],
    },
  ],
  ...over,
})

const found = (query: string, hits: Hit[] = [hit()], over: Partial<Found> = {}): Found => ({
  query,
  total: hits.length,
  page: 1,
  pages: 1,
  kinds: [
    { kind: 'news', count: 1 },
    { kind: 'page', count: 2 },
  ],
  hits,
  ...over,
})

const params = ({ url }: Asked) => new URL(url, 'https://site.example').searchParams

async function openBox(answer: (asked: Asked) => Reply = (asked) => ok(found(params(asked).get('q')!))) {
  const asked = startOrigin({ 'GET /api/search': answer })
  const onClose = vi.fn()
  const { Box } = await loadLive('en', true)
  await renderPart(<Box site={site} start={start} onClose={onClose} />)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search' })
  return { asked: () => asked.map((one) => params(one).get('q')), onClose, field }
}

beforeEach(stubBrowser)
afterEach(() => vi.restoreAllMocks())

describe('the search box', () => {
  // R2.16
  it('marks every word of a passage, without a warning', async () => {
    const error = vi.spyOn(console, 'error')
    const text = [true, false, true].map((marked, index) => ({ text: `tide ${index} `, marked }))
    const { field } = await openBox(() => ok(found('tide', [hit({ passages: [{ text }] })])))
    await userEvent.type(field, 'tide')
    await waitFor(() => expect(document.querySelectorAll('mark')).toHaveLength(2))
    expect(error).not.toHaveBeenCalled()
  })

  it('shows hits as one types, with what was found marked and a way to each passage', async () => {
    const { field } = await openBox()
    await userEvent.type(field, 'tide')
    expect((await screen.findByRole('link', { name: 'The tide turns' })).getAttribute('href')).toBe('/en/news/tide')
    expect(screen.getByRole('link', { name: 'Why' }).getAttribute('href')).toBe('/en/news/tide#why')
    expect(screen.getByText('tide', { selector: 'mark' })).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('1 page found')
    await expectAccessible()
  })

  it('asks a moment after the last letter, and not for each', async () => {
    const { asked, field } = await openBox()
    await userEvent.type(field, 'tide')
    await screen.findByRole('link', { name: 'The tide turns' })
    expect(asked()).toEqual(['tide'])
  })

  it('shows the answer to the newest question, whichever comes last', async () => {
    const late = vi.fn()
    const { field } = await openBox((asked) => ok(found(params(asked).get('q')!, [hit({ title: params(asked).get('q')! })])))
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('q=slow&')) await new Promise((resolve) => late.mockImplementation(resolve as () => void))
      return plain(url, init)
    })
    fireEvent.change(field, { target: { value: 'slow' } })
    await waitFor(() => expect(late.getMockImplementation()).toBeDefined())
    fireEvent.change(field, { target: { value: 'quick' } })
    await screen.findByRole('link', { name: 'quick' })
    await act(async () => late())
    expect(screen.queryByRole('link', { name: 'slow' })).toBeNull()
  })

  it('does not ask for letters of a word that is still being composed', async () => {
    const { asked, field } = await openBox()
    fireEvent.compositionStart(field)
    fireEvent.input(field, { target: { value: 'ban dao' }, isComposing: true })
    fireEvent.compositionEnd(field)
    fireEvent.change(field, { target: { value: '半导体' } })
    await screen.findByRole('link', { name: 'The tide turns' })
    expect(asked()).toEqual(['半导体'])
  })

  it('goes by the arrow keys from the field to the first hit, and back over the filters', async () => {
    const { field } = await openBox()
    await userEvent.type(field, 'tide')
    const link = await screen.findByRole('link', { name: 'The tide turns' })
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(link)
    const filters = screen.getAllByRole('button', { pressed: false }).length + 1
    for (let step = 0; step < filters; step++) {
      await userEvent.keyboard('{ArrowUp}')
      expect(document.activeElement?.hasAttribute('aria-pressed')).toBe(true)
    }
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(field)
  })

  it('asks for one kind of page by its filter', async () => {
    const { field } = await openBox((asked) =>
      ok(found(params(asked).get('q')!, [hit({ title: params(asked).get('kind') ?? 'all' })])),
    )
    await userEvent.type(field, 'tide')
    await userEvent.click(await screen.findByRole('button', { name: 'Site pages 1' }))
    await screen.findByRole('link', { name: 'news' })
  })

  it('says that nothing was found, and leads on', async () => {
    const { field } = await openBox((asked) => ok(found(params(asked).get('q')!, [], { kinds: [], didYouMean: 'tide' })))
    await userEvent.type(field, 'tdie')
    await screen.findByText('No page says anything about “tdie”.')
    expect(screen.getByRole('link', { name: 'Ask the assistant' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Write to us' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'tide' }))
    expect(field.value).toBe('tide')
    await expectAccessible()
  })

  it('asks again when it was refused for asking often, or nobody answered', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const answers: Reply[] = [blamed(429, 'often', { retryAfter: 60 }), { networkError: true }, ok(found('tide'))]
    const { field } = await openBox(() => answers.shift() as Reply)
    await userEvent.type(field, 'tide')
    await screen.findByText(/Please wait a minute/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('The search does not answer just now.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'The tide turns' })
  })

  it('goes on by itself when the connection is back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const answers: Reply[] = [{ networkError: true }, ok(found('tide'))]
    const { field } = await openBox(() => answers.shift() as Reply)
    await userEvent.type(field, 'tide')
    await screen.findByText(/There is no connection/)
    online.mockReturnValue(true)
    await act(async () => void window.dispatchEvent(new Event('online')))
    await screen.findByRole('link', { name: 'The tide turns' })
  })

  it('shows what others wrote as text', async () => {
    const { field } = await openBox((asked) =>
      ok(found(params(asked).get('q')!, [hit({ title: '<img src=x onerror=alert(1)>' })])),
    )
    await userEvent.type(field, '<b>x</b>')
    await screen.findByText('<img src=x onerror=alert(1)>')
    expect(document.querySelector('img, b')).toBeNull()
  })

  it('begins with questions that find something and the parts of the site', async () => {
    const { field } = await openBox()
    expect(screen.getByRole('link', { name: 'News' }).getAttribute('href')).toBe('/en/news')
    await userEvent.click(screen.getByRole('button', { name: 'carried interest' }))
    expect(field.value).toBe('carried interest')
    await screen.findByRole('link', { name: 'The tide turns' })
    await expectAccessible()
  })

  it('is closed by Escape, and when it leads to a page', async () => {
    const { field, onClose } = await openBox()
    await userEvent.type(field, 'tide')
    fireEvent.click(await screen.findByRole('link', { name: 'The tide turns' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
