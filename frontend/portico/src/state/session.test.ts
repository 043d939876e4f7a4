// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendEmailCode } from '#/api/calls.ts'
import { configureApi } from '#/api/config.ts'
import { identity } from '#/api/identity.ts'
import { readCookie, writeIdentityCookie } from '#/lib/cookies.ts'
import { hasPendingSignOut, markSignedOut, repeatSignOut } from '#/state/pending-sign-out.ts'
import { configureSession, confirmSession, currentSession, RELOAD_DELAY_MS, restoreSession, signOut } from '#/state/session.ts'
import { signIn } from '#/state/sign-in.ts'
import { answerFetch, ok, type Reply, refused } from '#/testing/answers.ts'

const user = { name: 'lin', email: 'lin@site.example', roles: ['member'] }
const credentials = { email: user.email, code: '123456', agreements: { terms: 't1', privacy: 'p1' } }
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { ...window.location, reload })
  reload.mockClear()
  localStorage.clear()
  for (const name of ['uuid', 'user-info']) document.cookie = `${name}=; Max-Age=0; Path=/; Secure; SameSite=None`
  restoreSession()
  configureApi({
    base: '',
    language: () => 'en',
    isLogin: () => currentSession().isLogin,
    before: () => repeatSignOut(''),
    onLoading: () => {},
  })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('session', () => {
  it('R4.03: what the browser remembers means signed in; else name and email are empty', () => {
    expect(currentSession()).toEqual({ isLogin: false, name: '', email: '', roles: [] })
    writeIdentityCookie('user-info', JSON.stringify({ name: '林 ;', email: 'lin@site.example' }))
    restoreSession()
    expect(currentSession()).toMatchObject({ isLogin: true, name: '林 ;', email: 'lin@site.example' })
  })

  it.each(['{', '[]', '"x"', '{"name":1,"email":"a"}', 'null', '%'])('a torn cookie %s is signed out', (value) => {
    document.cookie = `user-info=${value}; Path=/; Secure; SameSite=None`
    restoreSession()
    expect(currentSession().isLogin).toBe(false)
  })

  it('R4.01: code 200 signs in and clears the anonymous uuid', async () => {
    identity('uuid')
    answerFetch(() => ok(user))
    expect(await signIn(credentials)).toBe(true)
    expect(currentSession()).toEqual({ ...user, isLogin: true })
    expect(readCookie('uuid')).toBeUndefined()
  })

  it('R8.06: another code is false, with the server’s message', async () => {
    answerFetch(() => refused(401, 'wrong code'))
    expect(await signIn(credentials)).toBe(false)
    expect(currentSession().isLogin).toBe(false)
  })

  it('R8.06: an exception is logged, and false', async () => {
    answerFetch(() => ({ networkError: true }))
    expect(await signIn(credentials)).toBe(false)
    expect(console.error).toHaveBeenCalledWith('sign-in failed', expect.anything())
  })

  it.each([
    ['succeeds', () => ok(null)],
    ['is refused (R8.07)', () => refused(500, 'broken')],
    ['never arrives (R8.07)', () => ({ networkError: true }) as const],
  ])('R4.02: logout clears and reloads after a short delay when the call %s', async (_, reply) => {
    answerFetch(() => ok(user))
    await signIn(credentials)
    writeIdentityCookie('user-info', JSON.stringify(user))
    answerFetch(reply)
    await signOut()
    expect(currentSession().isLogin).toBe(false)
    expect(readCookie('user-info')).toBeUndefined()
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(RELOAD_DELAY_MS)
    expect(reload).toHaveBeenCalledOnce()
  })

  it.each([
    ['a page that everyone may see stays', false, 0],
    ['a page for members does not', true, 1],
  ])('R4.02: signed out without a connection, %s', async (_, guarded, reloads) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    configureSession({ isGuarded: () => guarded, onWaiting: () => {} })
    answerFetch(() => ({ networkError: true }))
    await signOut()
    vi.advanceTimersByTime(RELOAD_DELAY_MS)
    expect(reload).toHaveBeenCalledTimes(reloads)
    vi.restoreAllMocks()
  })

  it('R4.03: with storage blocked the cookie still says who is signed in, and signing out is remembered in the document', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    writeIdentityCookie('user-info', JSON.stringify(user))
    restoreSession()
    expect(currentSession().isLogin).toBe(true)
    answerFetch(() => ({ networkError: true }))
    await signOut()
    expect(hasPendingSignOut()).toBe(true)
    answerFetch(() => ok(null))
    await repeatSignOut('')
    expect(hasPendingSignOut()).toBe(false)
    vi.restoreAllMocks()
  })

  describe('signing out, and being signed out, believe the origin and the gateway alone (R4.02, R4.05, R8.07)', () => {
    const page = { text: '<html>Sign in to the network</html>', headers: { 'content-type': 'text/html' } }
    const rows: [answer: string, reply: Reply, arrived: boolean, signsOut: boolean][] = [
      ['no answer', { networkError: true }, false, false],
      ['200 of ours', ok(null), true, false],
      ['200 as a page', { status: 200, ...page }, false, false],
      ['200 as other JSON', { json: { code: 200 } }, false, false],
      ['401 of ours', refused(401, 'gone'), true, true],
      ['401 as a page', { status: 401, ...page }, false, false],
      ['401 as other JSON', { status: 401, json: { code: 401, error: 'proxy' } }, false, false],
      ['429 of ours', refused(429, 'later'), true, false],
      ['429 as a page', { status: 429, ...page }, false, false],
      ['502 as a page', { status: 502, ...page }, false, false],
      ['503 of ours', refused(503, 'later'), true, false],
    ]

    it.each(rows)('%s', async (_, reply, arrived, signsOut) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      answerFetch(() => ok(user))
      await signIn(credentials)
      answerFetch(() => reply)
      await confirmSession().catch(() => {})
      expect(currentSession().isLogin).toBe(!signsOut)
      await signOut()
      expect(currentSession().isLogin).toBe(false)
      expect(hasPendingSignOut()).toBe(!arrived)
      markSignedOut()
      await repeatSignOut('').catch(() => {})
      expect(hasPendingSignOut()).toBe(!arrived)
    })

    it.each([true, false])('who signs out without a connection is told when it is completed; online: %s', async (online) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
      const onWaiting = vi.fn()
      configureSession({ isGuarded: () => false, onWaiting })
      answerFetch(() => (online ? ok(null) : { networkError: true }))
      await signOut()
      expect(onWaiting).toHaveBeenCalledTimes(online ? 0 : 1)
    })
  })

  it('a logout that never arrived keeps a mark: signed out, and repeated before any other call', async () => {
    answerFetch(() => ({ networkError: true }))
    await signOut()
    writeIdentityCookie('user-info', JSON.stringify(user))
    restoreSession()
    expect(currentSession().isLogin).toBe(false)
    const asked = answerFetch(() => ok({ resendAfter: 60 }))
    await sendEmailCode({ email: user.email, captchaId: 'c', captcha: 'x' })
    await sendEmailCode({ email: user.email, captchaId: 'c', captcha: 'x' })
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/auth/logout',
      '/api/common/send-email-code',
      '/api/common/send-email-code',
    ])
  })

  it('R4.05: a session that is gone clears local state; one that nobody confirms stays', async () => {
    answerFetch(() => ok(user))
    expect(await confirmSession()).toBe(true)
    answerFetch(() => refused(503, 'later'))
    await expect(confirmSession()).rejects.toMatchObject({ status: 503 })
    expect(currentSession().isLogin).toBe(true)
    answerFetch(() => refused(401, 'gone'))
    expect(await confirmSession()).toBe(false)
    expect(currentSession().isLogin).toBe(false)
  })
})
