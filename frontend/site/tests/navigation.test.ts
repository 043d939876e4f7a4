// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en" }

// Navigations to another page here, and those left to the server by one full navigation.

import { runMiddleware } from '@portico/app'
import { type Asked, answerFetch, type Reply } from '@portico/app/testing'
import { UNSAFE_createMemoryHistory as createMemoryHistory, NavigationType } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleInput } from '#/testing/sample-payload.ts'
import { loadPage, NoConnection, sourceOf } from '../../portico/src/app/load-page.ts'
import { createNavigation, KEPT_MAX, type NavigationHost } from '../../portico/src/app/navigation.ts'
import { bareLocation, type NavigationState, pageKey } from '../../portico/src/app/navigation-state.ts'

const APP = 'a'.repeat(32)

let payloads: Record<string, Reply>
let asked: Asked[]
let host: NavigationHost & { shown: NavigationState[]; show: ReturnType<typeof vi.fn>; leave: ReturnType<typeof vi.fn> }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  payloads = {}
  asked = answerFetch(({ url }) => payloads[url.replace(`/_payload.json?${APP}`, '')] ?? { status: 404, json: {} })
})

/** The middleware for a member, or for a guest. */
const as = (isMember: boolean): NavigationHost['checkVisit'] => {
  const session = { isLogin: () => isMember, confirm: async () => isMember }
  return (visit) => runMiddleware(visit, session)
}

/** An app that shows the English page of `route`. */
async function showing(route: string, changes: Partial<NavigationHost> = {}) {
  const first = sampleInput(route, 'en')
  const shown: NavigationState[] = []
  host = {
    app: APP,
    history: createMemoryHistory({ initialEntries: [first.path], v5Compat: false }) as unknown as NavigationHost['history'],
    checkVisit: as(false),
    scroll: { follow: vi.fn(), positionOf: () => undefined, share: () => 0.5 },
    shown,
    show: vi.fn((value: NavigationState) => void shown.push(value)),
    mayLeave: vi.fn(async () => true),
    leave: vi.fn(() => true),
    shouldReload: () => false,
    reloadInto: vi.fn(),
    onLoading: vi.fn(),
    ...changes,
  } as typeof host
  return createNavigation(await loadPage(sourceOf({ app: APP, ...first }), bareLocation(first.path)), host)
}

/** Lets the server answer the payload of a page, at `path` if that is not the route's own. */
function publish(route: string, path?: string, app = APP): string {
  const input = sampleInput(route, 'en')
  const at = path ?? input.path
  payloads[at] = { json: { app, route, path: at, locale: 'en', payload: input.payload, head: input.head } }
  return at
}

const paths = () => host.shown.map(({ current }) => current.source.path)

describe('navigation', () => {
  it('shows a page of this site and writes the history', async () => {
    const navigation = await showing('home')
    await navigation.go(`${publish('about')}?a=1`)
    expect(paths()).toEqual(['/en/about'])
    expect(host.shown[0]).toMatchObject({ type: NavigationType.Push, current: { location: { search: '?a=1' } } })
    expect(host.history.location).toMatchObject({ pathname: '/en/about', search: '?a=1' })
    expect(host.leave).not.toHaveBeenCalled()
  })

  // Filters that are chosen one after the other, as those of a page that was used before it ran.
  it('of the page itself is done at once, so that the next one begins where it ends', async () => {
    const navigation = await showing('home')
    const first = navigation.go('/en?a=1')
    const second = navigation.go(`/en${host.history.location.search}&b=2`)
    await Promise.all([first, second])
    expect(host.history.location.search).toBe('?a=1&b=2')
  })

  it.each<[string, Reply]>([
    ['is gone', { status: 404, json: {} }],
    ['needs a session', { status: 401, json: { code: 401, msg: '', data: null } }],
    ['is not JSON', { text: '<!doctype html>' }],
    ['belongs to another app', { json: { app: 'b'.repeat(32) } }],
  ])('a payload that %s: one full navigation, and nothing shown', async (_, reply) => {
    const navigation = await showing('home')
    payloads['/en/about'] = reply
    await navigation.go('/en/about')
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('/en/about', expect.any(Error))
    expect(host.shown).toEqual([])
    expect(host.history.location.pathname).toBe('/en')
  })

  it('a payload that does not arrive: nobody was reached, and the host hears so', async () => {
    const navigation = await showing('home')
    payloads['/en/about'] = { networkError: true }
    await navigation.go('/en/about')
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('/en/about', expect.any(NoConnection))
    expect(host.shown).toEqual([])
    expect(host.history.location.pathname).toBe('/en')
  })

  it('a payload that was fetched ahead needs no connection', async () => {
    const navigation = await showing('home')
    const json = payloads[publish('about')]!
    asked = answerFetch(({ cache }) => (cache === 'force-cache' ? json : { networkError: true }))
    await navigation.go('/en/about')
    expect(paths()).toEqual(['/en/about'])
    expect(asked.map(({ cache }) => cache)).toEqual(['no-cache', 'force-cache'])
  })

  it('going back to a page that cannot be had: the address returns to the page that stays', async () => {
    const navigation = await showing('home', { leave: vi.fn(() => false) })
    await navigation.start()
    await navigation.go(publish('about'))
    await navigation.go(publish('news'))
    payloads = {}
    host.history.go(-2)
    await vi.waitFor(() => expect(host.leave).toHaveBeenCalledExactlyOnceWith('/en', expect.any(Error)))
    await vi.waitFor(() => expect(host.history.location.pathname).toBe('/en/news'))
    expect(paths().at(-1)).toBe('/en/news')
  })

  it('a page that holds something unsent is left only when its visitor agrees', async () => {
    const navigation = await showing('message-bp')
    await navigation.start()
    await navigation.go(publish('about'))
    publish('message-bp')
    vi.mocked(host.mayLeave).mockResolvedValue(false)
    await navigation.go('/en/news')
    host.history.go(-1)
    await vi.waitFor(() => expect(host.mayLeave).toHaveBeenCalledTimes(3))
    await vi.waitFor(() => expect(host.history.location.pathname).toBe('/en/about'))
    expect(vi.mocked(host.mayLeave).mock.calls).toEqual([['/en/about'], ['/en/news'], ['/en/message/bp']])
    expect(paths().at(-1)).toBe('/en/about')
    vi.mocked(host.mayLeave).mockResolvedValue(true)
    host.history.go(-1)
    await vi.waitFor(() => expect(paths().at(-1)).toBe('/en/message/bp'))
  })

  it('an address of no route is the server’s: a file, or its 404 in the visitor’s language (R2.25)', async () => {
    const navigation = await showing('home')
    for (const path of ['/rss.xml', '/en/nowhere', '/About']) {
      await navigation.go(path)
      expect(host.leave).toHaveBeenLastCalledWith(path)
    }
  })

  it('R6.02: routes of another guard state or header class are entered and left by full navigation', async () => {
    const navigation = await showing('home', { checkVisit: as(true) })
    await navigation.go('/en/product')
    expect(host.leave).toHaveBeenLastCalledWith('/en/product')
    await navigation.go('/en/feishu/ai')
    expect(host.leave).toHaveBeenLastCalledWith('/en/feishu/ai')
    const inside = await showing('feishu-ai')
    await inside.go(publish('about'))
    expect(host.leave).toHaveBeenLastCalledWith('/en/about')
  })

  it('R4.05: a guest goes to sign in at once', async () => {
    const navigation = await showing('home')
    await navigation.go('/en/product')
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('/en/login?redirect=%2Fen%2Fproduct')
  })

  it('R4.06: with a newer app live, the next navigation is a reload into the target', async () => {
    const navigation = await showing('home', { shouldReload: () => true })
    await navigation.go(publish('about'))
    expect(host.reloadInto).toHaveBeenCalledExactlyOnceWith('/en/about')
    expect(host.shown).toEqual([])
  })

  it('R8.04: refuses other origins unless that is said, and dangerous protocols always', async () => {
    const navigation = await showing('home')
    await expect(navigation.go('https://other.example/')).rejects.toThrow('refused')
    await expect(navigation.go('javascript:alert(1)', { external: true })).rejects.toThrow('refused')
    expect(host.leave).not.toHaveBeenCalled()
    await navigation.go('https://other.example/', { external: true })
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('https://other.example/')
  })

  it('another query or fragment is the same page: nothing is fetched', async () => {
    const navigation = await showing('invested')
    await navigation.go('?status=held', { replace: true })
    expect(host.history.location.search).toBe('?status=held')
    expect(host.shown).toHaveLength(1)
    expect(asked).toEqual([])
    expect(host.onLoading).not.toHaveBeenCalled()
  })

  it('R4.04: another language of the same page is read on where it was left, with its own filters', async () => {
    const navigation = await showing('invested')
    publish('invested')
    const input = sampleInput('invested', 'zh-CN')
    payloads[input.path] = { json: { ...input, app: APP } }
    await navigation.go('/en/enterprise/invested?status=held')
    await navigation.go('/enterprise/invested?status=held')
    await navigation.go('/enterprise/invested?status=left')
    await navigation.go('/en/enterprise/invested')
    expect(host.shown.map(({ current }) => current.source.path + current.location.search)).toEqual([
      '/en/enterprise/invested?status=held',
      '/enterprise/invested?status=held',
      '/enterprise/invested?status=left',
      '/en/enterprise/invested',
    ])
    const [filtered, switched, filteredAgain, switchedBack] = host.show.mock.calls.map(([, target]) => target)
    expect(filtered).toBeUndefined()
    expect(switched).toEqual({ kind: 'share', share: 0.5 })
    // The same value: it is not applied again.
    expect(filteredAgain).toBe(switched)
    expect(switchedBack).toEqual({ kind: 'share', share: 0.5 })
    expect(switchedBack).not.toBe(switched)
  })

  it('R2.23: a page that changes before its arrival is in the DOM still arrives where it was left', async () => {
    const list = sampleInput('invested', 'en').path
    const navigation = await showing('invested', { scroll: { follow: vi.fn(), positionOf: () => 400, share: () => 0 } })
    await navigation.start()
    await navigation.go(publish('company'))
    const changed = structuredClone(payloads[publish('invested')]!.json) as { head: { title: string } }
    changed.head.title = 'changed'
    payloads[list] = { json: changed }
    host.history.go(-1)
    await vi.waitFor(() => expect(host.shown.at(-1)!.current.source.head.title).toBe('changed'))
    await navigation.go('?sort=name', { replace: true })
    const [back, revalidated, filtered] = host.show.mock.calls.slice(-3).map(([, target]) => target)
    expect(back).toEqual({ kind: 'to', top: 400 })
    expect(revalidated).toBe(back)
    expect(filtered).toBe(back)
  })

  it('a kept page that has not changed is not shown twice, whatever the order of its fields', async () => {
    const navigation = await showing('invested')
    await navigation.go(publish('about'))
    const payload = payloads[publish('invested')]!.json as { payload: object }
    payloads[sampleInput('invested', 'en').path] = {
      json: { ...payload, payload: Object.fromEntries(Object.entries(payload.payload).reverse()) },
    }
    await navigation.go('/en/enterprise/invested')
    await vi.waitFor(() => expect(asked.at(-1)!.url).toContain('/en/enterprise/invested/'))
    expect(host.shown).toHaveLength(2)
  })

  it('shows at once what a page changes in its own address, and nothing else', async () => {
    const navigation = await showing('home')
    await navigation.go('?a=1')
    await navigation.go(publish('about'))
    await navigation.go('?b=2', { replace: true })
    expect(host.show.mock.calls.map(([, , atOnce]) => atOnce)).toEqual([true, false, true])
  })

  it('the last navigation wins', async () => {
    const navigation = await showing('home')
    const slow = navigation.go(publish('about'))
    const quick = navigation.go(publish('news'))
    await Promise.all([slow, quick])
    expect(paths()).toEqual(['/en/news'])
    expect(host.history.location.pathname).toBe('/en/news')
  })

  it('R7.03: the loading mark is counted down however it ends', async () => {
    const navigation = await showing('home')
    await navigation.go('/en/about')
    await navigation.go(publish('news'))
    expect(vi.mocked(host.onLoading).mock.calls.map(([change]) => change)).toEqual([1, -1, 1, -1])
  })

  it('R2.23: keeps the last few pages whose routes say so, and revalidates the one that is shown again', async () => {
    const navigation = await showing('invested')
    publish('invested')
    for (let number = 0; number <= KEPT_MAX; number += 1)
      await navigation.go(publish('company', `/en/enterprise/invested/c${number}`))
    await navigation.go(publish('about'))
    const { kept } = host.shown.at(-1)!
    expect(kept).toHaveLength(KEPT_MAX)
    expect(kept.map(pageKey)[0]).toBe(`/en/enterprise/invested/c${KEPT_MAX}`)

    const changed = structuredClone(payloads[`/en/enterprise/invested/c${KEPT_MAX}`]!.json) as { head: { title: string } }
    changed.head.title = 'changed'
    payloads[`/en/enterprise/invested/c${KEPT_MAX}`] = { json: changed }
    await navigation.go(`/en/enterprise/invested/c${KEPT_MAX}`)
    expect(host.shown.slice(-2).map(({ current }) => current.source.head.title)).toEqual(['company title', 'changed'])
  })

  it('a kept page that the site no longer has is the server’s', async () => {
    const navigation = await showing('invested')
    await navigation.go(publish('about'))
    await navigation.go('/en/enterprise/invested')
    expect(host.leave).toHaveBeenCalledExactlyOnceWith('/en/enterprise/invested', expect.any(Error))
  })

  it('back and forward show the page of the address', async () => {
    const navigation = await showing('home')
    await navigation.start()
    publish('home')
    await navigation.go(publish('about'))
    host.history.go(-1)
    await vi.waitFor(() => expect(paths().at(-1)).toBe('/en'))
    expect(host.shown.at(-1)!.type).toBe(NavigationType.Pop)
  })
})
