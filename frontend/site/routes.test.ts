// The route table against sections 2 and 6 of the requirements.

import { describe, expect, it } from 'vitest'
import { routes } from '#/routes.ts'

const row = (id: string) => routes.find((route) => route.id === id)

describe('the route table', () => {
  it('has the 21 routes of the requirements (R2.01 to R2.21)', () => {
    const paths = routes.map((route) => route.path)
    // A company's site may have more.
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/404',
        '/about',
        '/about/financial',
        '/chat',
        '/enterprise/cases',
        '/enterprise/cases/:id',
        '/enterprise/industry',
        '/enterprise/invested',
        '/enterprise/invested/:id',
        '/feishu/ai',
        '/feishu/supplier',
        '/login',
        '/message/bp',
        '/message/work',
        '/news',
        '/news/:id',
        '/privacy',
        '/product',
        '/terms',
        '/total',
      ]),
    )
  })

  it('ids and paths are unique', () => {
    for (const key of ['id', 'path'] as const) expect(new Set(routes.map((route) => route[key])).size).toBe(routes.length)
  })

  it('keeps lists and details alive in the layout `keep` (R2.07, R2.09 to R2.11)', () => {
    const kept = routes.filter((route) => route.keepAlive).map((route) => route.id)
    expect(kept.sort()).toEqual(['case', 'cases', 'company', 'invested'])
    expect(
      routes
        .filter((route) => route.layout === 'keep')
        .map((route) => route.id)
        .sort(),
    ).toEqual(kept)
  })

  it('guards /product and keeps members from /login by the middleware `auth` (R6.02)', () => {
    expect(row('product')).toMatchObject({ requiresAuth: true, middleware: ['auth'] })
    expect(row('login')).toMatchObject({ guestOnly: true, middleware: ['auth'], layout: 'login' })
    expect(routes.filter((route) => route.requiresAuth || route.guestOnly)).toHaveLength(2)
  })

  it('only public pages that one may find have a place in the sitemap', () => {
    const hidden = [
      'product',
      'search',
      'login',
      'feishu-ai',
      'feishu-supplier',
      'not-found',
      'error-500',
      'error-502',
      'error-503',
    ]
    hidden.push('message-bp-sent', 'message-bp-failed', 'message-work-sent', 'message-work-failed', 'message-state')
    for (const { id, metadata } of routes) expect([id, metadata.priority === undefined]).toEqual([id, hidden.includes(id)])
  })

  it('a public page never asks for the guarded collection', () => {
    for (const { requiresAuth, data } of routes) {
      if (requiresAuth) continue
      expect(JSON.stringify(data ?? {})).not.toContain('"letters"')
    }
  })

  it('errors have documents with their status', () => {
    expect(routes.flatMap(({ path, status }) => (status === undefined ? [] : [[path, status]]))).toEqual([
      ['/404', 404],
      ['/_error/500', 500],
      ['/_error/502', 502],
      ['/_error/503', 503],
    ])
  })
})
