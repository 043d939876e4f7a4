import { describe, expect, it, vi } from 'vitest'
import { matchRoute } from '#/app/match.ts'
import { runMiddleware, type SessionView, type Visit } from '#/app/middleware.ts'

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
