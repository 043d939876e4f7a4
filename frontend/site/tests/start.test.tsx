// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

// The whole app in a document: hydration of what the worker rendered, then journeys.

import { type LocaleCode, start } from '@portico/app'
import { prefixed } from '@portico/app/i18n'
import { currentSession } from '@portico/app/members'
import type { PageInput } from '@portico/app/page'
import { APP, type Asked, answerFetch, type Reply, releaseListeners, showDocument, stubBrowser } from '@portico/app/testing'
import { createRenderer } from '@portico/app/worker'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { around } from '#/around.tsx'
import { routes } from '#/routes.ts'
import { site } from '#/site.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import { loadComponent } from '../../portico/src/app/page-components.ts'
import { clearIdentityCookie, writeIdentityCookie } from '../../portico/src/lib/cookies.ts'

vi.mock('../../portico/src/app/page-components.ts', { spy: true })

const errors = vi.fn()
let release: () => void
let root: Root

beforeEach(() => {
  release = releaseListeners()
  stubBrowser()
  errors.mockClear()
  vi.spyOn(console, 'error').mockImplementation(errors)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.clear()
  localStorage.clear()
})

afterEach(() => {
  root.unmount()
  release()
})

/**
 * Opens a page and answers payload requests for `pages`, and calls as `answers` defines; everything
 * else is a 404.
 */
async function open(first: PageInput, pages: PageInput[] = [], answers: Record<string, Reply> = {}): Promise<Asked[]> {
  const payloads = new Map(pages.map((page) => [`${page.path}/_payload.json?${APP}`, asFile(page)]))
  const asked = answerFetch(({ url }) => {
    const file = payloads.get(url)
    return file === undefined ? (answers[url] ?? { status: 404, json: {} }) : { json: file }
  })
  showDocument(await createRenderer(around), first)
  root = await start(site)
  return asked
}

const refusal = (code: number) => ({ code, msg: 'no', data: null })

function asFile({ route, path, locale, payload, head }: PageInput) {
  return { app: APP, route, path, locale, payload, head }
}

/** A page as `sampleInput` makes it, at another address of the same route. */
function pageAt(id: string, locale: LocaleCode, slug: string): PageInput {
  const path = prefixed(routes.find((route) => route.id === id)!.path.replace(':id', slug), locale)
  return { ...sampleInput(id, locale), path }
}

/** Waits until something holds; a busy machine takes its time to render. */
const PATIENCE = { timeout: 4_000 }
const eventually = (assertion: () => void) => vi.waitFor(assertion, PATIENCE)

/** Clicks a link that some text on the page might hold. */
function clickLink(href: string): void {
  const link = document.body.appendChild(document.createElement('a'))
  link.href = href
  link.click()
  link.remove()
}

/** Headings that are visible: kept pages stay in the document, hidden. */
function visibleHeading(): string | undefined {
  return [...document.querySelectorAll('h1')].find(isShown)?.textContent ?? undefined
}

function isShown(element: Element): boolean {
  for (let node: Element | null = element; node !== null; node = node.parentElement) {
    if (getComputedStyle(node).display === 'none') return false
  }
  return true
}

describe('start', () => {
  it.each(['home', 'news-article', 'invested', 'company', 'login', 'feishu-ai', 'not-found', 'error-503'])(
    'R10.02: hydrates %s without a mismatch and without changing it',
    async (id) => {
      await open(sampleInput(id, 'zh-CN'))
      expect(errors).not.toHaveBeenCalled()
      expect(visibleHeading()).not.toBeUndefined()
    },
  )

  it('keeps the text of HTML fields, which stood in the markup only', async () => {
    await open(sampleInput('news-article', 'en'))
    expect(document.querySelector('[data-html="entry.body"]')?.innerHTML).toBe('<h2 id="h">Body</h2><p>Body of news 0.</p>')
  })

  it('a link shows the other page without a new document, and the head follows', async () => {
    const about = sampleInput('about', 'en')
    const asked = await open(sampleInput('home', 'en'), [about])
    clickLink('/en/about')
    await eventually(() => expect(document.title).toBe('about title'))
    expect(location.pathname).toBe('/en/about')
    expect(asked.filter(({ url }) => url.includes('_payload'))).toMatchObject([{ cache: 'no-cache' }])
    expect(document.activeElement?.tagName).toBe('H1')
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  })

  it('R2.23: a list that is left for a detail keeps its state and its filters, and is revalidated when it is shown again', async () => {
    const list = sampleInput('invested', 'en')
    const detail = pageAt('company', 'en', 'one')
    const asked = await open(list, [list, detail])
    const mark = document.querySelector('h1')!
    clickLink('/en/enterprise/invested?status=held')
    clickLink('/en/enterprise/invested/one')
    await eventually(() => expect(location.pathname).toBe('/en/enterprise/invested/one'))
    await eventually(() => expect(isShown(mark)).toBe(false))
    expect(document.contains(mark)).toBe(true)
    clickLink('/en/enterprise/invested')
    await eventually(() => expect(isShown(mark)).toBe(true))
    expect(location.pathname + location.search).toBe('/en/enterprise/invested?status=held')
    expect(asked.filter(({ url }) => url === `/en/enterprise/invested/_payload.json?${APP}`)).toHaveLength(1)
  })

  it('R4.04, R1.02: switching the language shows the same page in the other one', async () => {
    await open(sampleInput('about', 'zh-CN'), [sampleInput('about', 'en')])
    document.querySelector<HTMLElement>('a[hreflang="en"]')!.click()
    await eventually(() => expect(location.pathname).toBe('/en/about'))
    await eventually(() => expect(document.documentElement.lang).toBe('en'))
    expect(document.cookie).toContain('i18n_redirected=en')
  })

  it('R4.04: the switch carries filters and order', async () => {
    await open(sampleInput('invested', 'zh-CN'), [sampleInput('invested', 'en')])
    clickLink('/enterprise/invested?industry=medical&sort=name')
    const there = '/en/enterprise/invested?industry=medical&sort=name'
    await eventually(() => expect(document.querySelector('a[hreflang="en"]')?.getAttribute('href')).toBe(there))
    document.querySelector<HTMLElement>('a[hreflang="en"]')!.click()
    await eventually(() => expect(location.pathname + location.search).toBe(there))
  })

  it.each([
    ['/nowhere?x=1', 'Page not found: /en/nowhere?x=1', '/nowhere?x=1'],
    ['/news/Bad_Slug', 'Page Not Found: /en/news/Bad_Slug', '/news/Bad_Slug'],
    ['/100%', 'Page not found: /en/100%', '/100%'],
  ])(
    'R8.01, R2.25: what is not there says so of %s, and leads to the same path in the other language',
    async (path, says, other) => {
      const input = sampleInput('not-found', 'en')
      showDocument(await createRenderer(around), input)
      expect(document.querySelector('a[hreflang="zh-CN"]')?.getAttribute('href'), 'before the path is known').toBe('/')
      history.replaceState(null, '', `/en${path}`)
      answerFetch(() => ({ status: 404, json: {} }))
      root = await start(site)
      await eventually(() => expect(document.body.textContent).toContain(says))
      await eventually(() => expect(document.querySelector('a[hreflang="zh-CN"]')?.getAttribute('href')).toBe(other))
    },
  )

  it('R4.05: a revoked token: the sign-in page asks once, clears what the browser remembers, and stays', async () => {
    writeIdentityCookie('user-info', JSON.stringify({ name: 'Lin', email: 'lin@site.example' }))
    const asked = await open(sampleInput('login', 'en'), [], { '/api/auth/user-info': { status: 401, json: refusal(401) } })
    expect(asked.filter(({ url }) => url === '/api/auth/user-info')).toHaveLength(1)
    expect(document.cookie).not.toContain('user-info')
    expect(currentSession().isLogin).toBe(false)
    expect(location.pathname).toBe('/en/login')
  })

  it.each([true, false])(
    'R4.05: a members’ page with nobody to ask stays, and signs nobody out (display cookie there: %s)',
    async (there) => {
      if (there) writeIdentityCookie('user-info', JSON.stringify({ name: 'Lin', email: 'lin@site.example' }))
      await open(sampleInput('product', 'en'), [], { '/api/auth/user-info': { status: 503, json: refusal(503) } })
      expect(visibleHeading()).toBe('title 0')
      expect(location.pathname).toBe('/en/product')
      expect(document.cookie.includes('user-info')).toBe(there)
      expect(currentSession().isLogin).toBe(there)
      clearIdentityCookie('user-info')
    },
  )

  it('R2.24: a click without a connection keeps the page and says why; the address stays too', async () => {
    await open(sampleInput('home', 'en'), [], { [`/en/about/_payload.json?${APP}`]: { networkError: true } })
    clickLink('/en/about')
    await eventually(() => expect(document.body.textContent).toContain('No connection.'))
    expect([visibleHeading(), location.pathname]).toEqual(['lead 0', '/en'])
  })

  it('R8.03: code that is missing for a second time within 10 s is told', async () => {
    await open(sampleInput('home', 'en'), [sampleInput('about', 'en')])
    vi.mocked(loadComponent).mockRejectedValueOnce(new Error('404'))
    sessionStorage.setItem('portico-chunk-reload /en/about', String(Date.now()))
    clickLink('/en/about')
    await eventually(() => expect(document.body.textContent).toContain('This page could not be loaded just now.'))
    expect(location.pathname).toBe('/en')
  })

  it('R4.02: a sign-out that never arrived is repeated at start, and when the connection is back', async () => {
    localStorage.setItem('portico-signed-out', '1')
    const answers: Record<string, Reply> = { '/api/auth/logout': { networkError: true } }
    const asked = await open(sampleInput('home', 'en'), [], answers)
    const calls = () => asked.filter(({ url }) => url === '/api/auth/logout').length
    await eventually(() => expect(calls()).toBe(1))
    answers['/api/auth/logout'] = { json: { code: 200, msg: 'OK', data: null } }
    dispatchEvent(new Event('online'))
    await eventually(() => expect(localStorage.getItem('portico-signed-out')).toBeNull())
    expect(calls()).toBe(2)
  })

  it('R4.05: a members’ page is left when its reader has signed out in another tab', async () => {
    writeIdentityCookie('user-info', JSON.stringify({ name: 'Lin', email: 'lin@site.example' }))
    const asked = await open(sampleInput('product', 'en'), [], { '/api/auth/user-info': { status: 401, json: refusal(401) } })
    expect(asked.filter(({ url }) => url === '/api/auth/user-info')).toEqual([])
    clearIdentityCookie('user-info')
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(asked.filter(({ url }) => url === '/api/auth/user-info')).toHaveLength(1))
    await eventually(() => expect(currentSession().isLogin).toBe(false))
  })

  it('R8.05: starts where storage is blocked, and answers clicks', async () => {
    for (const area of ['localStorage', 'sessionStorage'] as const) {
      vi.spyOn(window, area, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError')
      })
    }
    await open(sampleInput('home', 'en'), [sampleInput('about', 'en')])
    clickLink('/en/about')
    await eventually(() => expect(document.title).toBe('about title'))
    expect(document.documentElement.dataset.hydrated).toBe('true')
    expect(errors).not.toHaveBeenCalled()
  })

  it('the language offer is there only for a browser that prefers the other one (R1.01)', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
    document.cookie = 'i18n_redirected=; Max-Age=0; Path=/'
    await open(sampleInput('about', 'zh-CN'))
    const offer = await vi.waitUntil(() => document.querySelector('aside:has([hreflang])'), PATIENCE)
    expect(offer.querySelector('a')?.getAttribute('href')).toBe('/en/about')
    offer.querySelector('button')!.click()
    await eventually(() => expect(document.querySelector('aside:has([hreflang])')).toBeNull())
    expect(localStorage.getItem('portico-preferences')).toContain('"offerDismissed":true')
  })
})
