import { describe, expect, it, vi } from 'vitest'
import { runMiddleware, type SessionView } from '#/app/middleware.ts'
import type { Visit } from '#/definition.ts'
import { matchRoute } from '#/page/match.ts'

const guest = (): SessionView => ({ isLogin: () => false, confirm: vi.fn(async () => false) })
const member = (confirmed = true): SessionView => ({ isLogin: () => true, confirm: vi.fn(async () => confirmed) })
const visit = (target: string, served = false): Visit => ({ to: matchRoute(target.split('?')[0]!), target, served })

describe('middleware (R4.05, R6.02)', () => {
  it('auth sends a guest from a requiresAuth route to sign in, and back afterwards', async () => {
    const verdict = await runMiddleware(visit('/en/product?a=1'), guest())
    expect(verdict).toEqual({ kind: 'redirect', to: '/en/login?redirect=%2Fen%2Fproduct%3Fa%3D1' })
  })

  it('auth sends a member from a guestOnly route home, in their language', async () => {
    expect(await runMiddleware(visit('/en/login'), member())).toEqual({ kind: 'redirect', to: '/en' })
  })

  it('auth lets a visitor whose session is gone reach /login, whatever the display cookie says', async () => {
    expect(await runMiddleware(visit('/login'), member(false))).toEqual({ kind: 'pass' })
  })

  it('a served page whose display cookie is lost is confirmed, not refused', async () => {
    const session = { ...guest(), confirm: vi.fn(async () => true) }
    expect(await runMiddleware(visit('/product', true), session)).toEqual({ kind: 'pass' })
    expect(session.confirm).toHaveBeenCalledOnce()
  })

  it('a served page stands when nobody can confirm the session', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const session = { ...guest(), confirm: () => Promise.reject(new Error('no answer')) }
    expect(await runMiddleware(visit('/product', true), session)).toEqual({ kind: 'pass' })
  })

  it('a revoked token loops nowhere: /login, which the gateway served, clears what the browser remembers, and shows', async () => {
    const session = member(false)
    expect(await runMiddleware(visit('/login?redirect=%2Fproduct', true), session)).toEqual({ kind: 'pass' })
    expect(session.confirm).toHaveBeenCalledOnce()
  })

  it('a second tab on /login leads home once the member has signed in elsewhere', async () => {
    expect(await runMiddleware(visit('/login', true), member())).toEqual({ kind: 'redirect', to: '/' })
  })

  it.each(['auth', 'user-auth'])('%s: when nobody answers, a served page stands and nobody is signed out', async (name) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const confirm = () => Promise.reject(new Error('503'))
    for (const [target, isLogin] of [
      ['/product', true],
      ['/product', false],
      ['/login', true],
    ] as const) {
      const { to } = visit(target)
      const served = { to: { ...to, route: { ...to.route, middleware: [name] } }, target, served: true }
      expect((await runMiddleware(served, { isLogin: () => isLogin, confirm })).kind, target).toBe('pass')
    }
  })

  it('user-auth: when nobody answers a navigation, it is left to the gateway', async () => {
    const { to } = visit('/product')
    const navigation = { to: { ...to, route: { ...to.route, middleware: ['user-auth'] } }, target: '/product', served: false }
    const session = { isLogin: () => true, confirm: () => Promise.reject(new Error('503')) }
    await expect(runMiddleware(navigation, session)).rejects.toThrow('503')
  })

  it('asks nobody on routes that name no middleware', async () => {
    const session = member()
    expect(await runMiddleware(visit('/about'), session)).toEqual({ kind: 'pass' })
    expect(session.confirm).not.toHaveBeenCalled()
  })

  it('user-auth confirms the session before the page shows', async () => {
    const to = matchRoute('/about')
    const confirmed = { to: { ...to, route: { ...to.route, middleware: ['user-auth'] } }, target: '/about', served: false }
    expect(await runMiddleware(confirmed, member())).toEqual({ kind: 'pass' })
    expect(await runMiddleware(confirmed, member(false))).toEqual({ kind: 'redirect', to: '/login?redirect=%2Fabout' })
  })

  it('R8.02: an unknown name is an error that names it', async () => {
    const to = matchRoute('/about')
    const unknown = { to: { ...to, route: { ...to.route, middleware: ['guard'] } }, target: '/about', served: false }
    await expect(runMiddleware(unknown, guest())).rejects.toThrow('Unknown route middleware: `guard`')
  })
})
