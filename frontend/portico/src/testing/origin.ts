// An origin for tests of the sign-in pages: answers every call as the real one does, in the types
// of its OpenAPI document. A test replaces the answers that it is about, and reads the requests.

import type { Captcha, DeviceSession, Protocol, UserInfo } from '#/api/calls.ts'
import { configureApi } from '#/api/config.ts'
import { type Asked, answerFetch, ok, type Reply } from '#/testing/answers.ts'

export const sampleUser: UserInfo = { name: 'Lin', email: 'lin@site.example', roles: ['member'] }

export const sampleProtocols: Protocol[] = [
  { key: 'terms', title: 'Terms of use', version: 't1', updatedAt: '2026-06-01', path: '/en/terms' },
  { key: 'privacy', title: 'Privacy policy', version: 'p1', updatedAt: '2026-06-02', path: '/en/privacy' },
]

export const sampleSessions: DeviceSession[] = [
  { id: 's1', device: 'Firefox · Linux', createdAt: '2026-11-21T03:04:05Z', expiresAt: '2026-12-21T03:04:05Z', current: true },
  { id: 's2', device: 'WeChat · iPhone', createdAt: '2026-11-20T03:04:05Z', expiresAt: '2026-12-20T03:04:05Z', current: false },
  { id: 's3', device: '', createdAt: '2026-11-19T03:04:05Z', expiresAt: '2026-12-19T03:04:05Z', current: false },
]

/** One transparent pixel. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** Answers by `METHOD path`, without the query; a call that is not named succeeds. */
export type Answers = Record<string, (asked: Asked) => Reply>

/** Starts it; until the end of the test all calls are answered by it. */
export function startOrigin(answers: Answers = {}): Asked[] {
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
  let captchas = 0
  const captcha = ({ url }: Asked): Captcha => {
    captchas += 1
    const what = url.includes('audio') ? { audio: `data:audio/wav;base64,${btoa(`wav ${captchas}`)}` } : { image: PICTURE }
    return { captchaId: `captcha ${captchas}`, expiresIn: 600, ...what }
  }
  const usual: Answers = {
    'GET /api/common/captcha': (asked) => ok(captcha(asked)),
    'GET /api/web/protocol-config': () => ok(sampleProtocols),
    'POST /api/common/send-email-code': () => ok({ resendAfter: 60 }),
    'POST /api/auth/login': () => ok(sampleUser),
    'GET /api/auth/user-info': () => ok(sampleUser),
    'PUT /api/auth/user-info': ({ body }) => ok({ ...sampleUser, name: JSON.parse(String(body)).name }),
    'GET /api/auth/sessions': () => ok(sampleSessions),
  }
  return answerFetch((asked) => {
    const call = `${asked.method} ${asked.url.split('?')[0]}`
    return (answers[call] ?? usual[call] ?? (() => ok(null)))(asked)
  })
}

/** Requests to a path, in order. */
export function bodiesTo(asked: readonly Asked[], path: string): unknown[] {
  return asked.filter(({ url }) => url === path).map(({ body }) => JSON.parse(String(body)))
}
