import { createPath, type Location, NavigationType } from 'react-router'
import { describe, expect, it } from 'vitest'
import { bareLocation, type LoadedPage, type NavigationState } from '#/app/navigation-state.ts'
import { arrivalOf, KEPT_MAX, targetOf } from '#/app/navigation-transition.ts'
import type { AppRoute } from '#/definition.ts'

const route = (id: string, keepAlive = false) => ({ id, keepAlive, layout: 'only' }) as unknown as AppRoute
const [home, list] = [route('home'), route('list', true)]

const at = (path: string, search = ''): Location => ({ ...bareLocation(path), search })

function page(of: AppRoute, location: Location, locale = 'en'): LoadedPage {
  return { route: of, location, source: { path: location.pathname, locale } } as unknown as LoadedPage
}

const state = (current: LoadedPage, kept: LoadedPage[] = []): NavigationState => ({ current, kept, type: NavigationType.Pop })

describe('the target of a link', () => {
  const german = page(list, at('/de/list', '?b=2'), 'de')
  const shown = state(page(home, at('/')), [page(list, at('/list', '?a=1')), german])
  it.each([
    ['to another page', '/about?x=1#y', '/about?x=1#y'],
    ['to a kept list opens it with its last filters', '/list', '/list?a=1'],
    ['to a kept list with filters of its own', '/list?c=3', '/list?c=3'],
    ['to a fragment of a kept list', '/list#top', '/list#top'],
    ['to a kept list in another language', '/de/list', '/de/list'],
  ])('%s', (_, link, path) => {
    expect(createPath(targetOf(shown, at('/'), new URL(link, 'https://site.example')))).toBe(path)
  })
})

describe('an arrival', () => {
  const { Push, Pop } = NavigationType
  const [first, second] = [page(list, at('/list', '?a=1')), page(home, at('/'))]

  it('keeps the page that is left if its route says so, with its address', () => {
    const [next, pageChanged, switched, lastEntry] = arrivalOf(state(first), second, at('/', '?q'), Push)
    expect(next).toEqual({ current: { ...second, location: at('/', '?q') }, kept: [first], type: Push })
    expect([pageChanged, switched, lastEntry]).toEqual([true, false, undefined])
    expect(arrivalOf(state(second), first, first.location, Push)[0].kept).toEqual([])
  })

  it('of the visible page at another address changes only the address', () => {
    const [next, pageChanged] = arrivalOf(state(first, [second]), first, at('/list', '?b=2'), Push)
    expect(next).toEqual({ current: { ...first, location: at('/list', '?b=2') }, kept: [second], type: Push })
    expect(pageChanged).toBe(false)
  })

  it('of a kept page takes it from the background, at its last scroll position', () => {
    const [next, , , lastEntry] = arrivalOf(state(second, [first]), first, at('/list'), Push)
    expect(next.kept).toEqual([])
    expect(lastEntry).toBe(first.location)
  })

  it('by back or forward takes the scroll position of the history’s entry', () => {
    const entry = at('/list')
    expect(arrivalOf(state(second, [first]), first, entry, Pop)[3]).toBe(entry)
  })

  it('knows the same page in another language, and no other page', () => {
    const german = page(list, at('/de/list'), 'de')
    expect(arrivalOf(state(first), german, german.location, Push)[2]).toBe(true)
    expect(arrivalOf(state(second), german, german.location, Push)[2]).toBe(false)
  })

  it('keeps at most a few pages, the last ones', () => {
    const pages = Array.from({ length: KEPT_MAX + 2 }, (_, index) => page(list, at(`/list/${index}`)))
    const last = pages.reduce((shown, next) => arrivalOf(shown, next, next.location, Push)[0], state(second))
    expect(last.kept.map(({ location }) => location.pathname)).toEqual(
      pages
        .slice(1, -1)
        .toReversed()
        .map(({ location }) => location.pathname),
    )
  })
})
