import type { AppRoute } from '@portico/app'
import { describe, expect, it } from 'vitest'
import { routes } from '#/routes.ts'
import { documentClass, metaOf } from '../../portico/src/app/meta.ts'

const route = (row: Partial<AppRoute>): AppRoute => ({
  id: 'sample',
  path: '/sample',
  layout: 'default',
  metadata: {},
  ...row,
})

describe('metaOf (R2.22)', () => {
  it('merges the layout with the route: flags of the route win, middleware adds up', () => {
    const defaults = { keepAlive: true, middleware: ['auth'] }
    expect(metaOf(route({ middleware: ['user-auth'] }), defaults)).toEqual({
      keepAlive: true,
      requiresAuth: false,
      guestOnly: false,
      middleware: ['auth', 'user-auth'],
    })
    expect(metaOf(route({ keepAlive: false }), defaults).keepAlive).toBe(false)
  })

  it('an overridden key is the route’s alone', () => {
    const defaults = { keepAlive: true, middleware: ['auth'] }
    const meta = metaOf(route({ override: ['middleware', 'keepAlive'], middleware: ['user-auth'] }), defaults)
    expect(meta.middleware).toEqual(['user-auth'])
    expect(meta.keepAlive).toBe(false)
  })

  it('keeps lists and details of companies and cases alive, and nothing else (R2.07, R2.09 to R2.11)', () => {
    const kept = routes.filter((row) => metaOf(row).keepAlive).map(({ id }) => id)
    expect(kept.sort()).toEqual(['case', 'cases', 'company', 'invested'])
  })

  it('routes of another guard state or header class have another document class', () => {
    const classOf = (id: string) => documentClass(routes.find((row) => row.id === id)!)
    expect(classOf('about')).toBe(classOf('home'))
    expect(new Set(['home', 'product', 'login', 'feishu-ai'].map(classOf)).size).toBe(4)
    expect(classOf('feishu-ai')).toBe(classOf('feishu-supplier'))
  })
})
