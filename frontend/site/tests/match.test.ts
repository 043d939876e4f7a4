import { prefixed, siteLocales } from '@portico/app/i18n'
import { describe, expect, it } from 'vitest'
import { routes } from '#/routes.ts'
import { matchRoute } from '../../portico/src/page/match.ts'
import { RouteError } from '../../portico/src/page/route-error.ts'

describe('matchRoute', () => {
  it.each(siteLocales())('finds every route in $code (R2.01 to R2.21)', ({ code }) => {
    for (const route of routes) {
      const match = matchRoute(prefixed(route.path.replace(':id', 'an-id-2'), code))
      expect(match.route.id).toBe(route.id)
      expect(match.locale).toBe(code)
      expect(match.params).toEqual(route.path.includes(':id') ? { id: 'an-id-2' } : {})
    }
  })

  it('finds later pages of a paginated list, and only those', () => {
    expect(matchRoute('/en/news/page/2')).toMatchObject({ route: { id: 'news' }, locale: 'en', params: { page: '2' } })
    for (const path of ['/news/page/1', '/news/page/0', '/news/page/02', '/news/page/x', '/about/page/2']) {
      expect(() => matchRoute(path), path).toThrow(RouteError)
    }
  })

  it('R2.25, R8.01: raises 404 with the path for what matches nothing', () => {
    expect(thrown('/en/nowhere')).toMatchObject({
      status: 404,
      message: 'Page not found: /en/nowhere',
      data: { path: '/en/nowhere' },
    })
  })

  it('R8.01: an id that is no slug fails the validation of its route', () => {
    for (const id of ['First', 'a_b', '-a', 'a--b', '..', '%2e%2e']) {
      expect(thrown(`/news/${id}`), id).toMatchObject({ status: 404, message: `Page Not Found: /news/${id}` })
    }
  })

  it('R2.28: does not fold case, strip slashes or know aliases', () => {
    for (const path of ['/About', '/about/', '//about', '/agreement/terms', '/english', '/EN/about', '/en/']) {
      expect(() => matchRoute(path), path).toThrow(RouteError)
    }
  })
})

function thrown(path: string): unknown {
  try {
    return matchRoute(path)
  } catch (error) {
    return error
  }
}
