// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api, stream } from '#/api/client.ts'
import { type ApiConfig, configureApi } from '#/api/config.ts'
import { answerFetch, blamed, ok, refused } from '#/testing/answers.ts'

const config = {
  base: '',
  language: () => 'zh',
  isLogin: vi.fn(() => false),
  before: vi.fn(async () => {}),
  onLoading: vi.fn(),
} satisfies ApiConfig

beforeEach(() => {
  vi.clearAllMocks()
  config.isLogin.mockReturnValue(false)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  configureApi(config)
})

describe('api client', () => {
  it('R7.01, R6.01: a guest sends language, uuid and fronted-uuid, the same ones every time, and JSON', async () => {
    const asked = answerFetch(() => ok(null))
    await api.post('/api/common/send-email-code', { email: 'a@b.example' })
    await api.get('/api/web/protocol-config')
    const [first, second] = asked.map(({ headers }) => headers)
    expect(first!.get('language')).toBe('zh')
    expect(first!.get('content-type')).toBe('application/json')
    expect(first!.get('uuid')).toMatch(/^[0-9a-f]{32}$/)
    expect(first!.get('fronted-uuid')).toMatch(/^[0-9a-f]{32}$/)
    expect(second!.get('uuid')).toBe(first!.get('uuid'))
    expect(second!.get('fronted-uuid')).toBe(first!.get('fronted-uuid'))
    expect(first!.has('open-ai-secret')).toBe(false)
  })

  it('R6.01: a member sends no uuid', async () => {
    config.isLogin.mockReturnValue(true)
    const asked = answerFetch(() => ok(null))
    await api.get('/api/auth/user-info')
    expect(asked[0]!.headers.has('uuid')).toBe(false)
    expect(asked[0]!.headers.has('fronted-uuid')).toBe(true)
  })

  it('R7.03: get, post, post with params, file post, put, delete', async () => {
    const asked = answerFetch(() => ok(7))
    const form = new FormData()
    expect(await api.get('/api/search', { q: '潮', page: 2 })).toBe(7)
    await api.post('/api/a', { x: 1 })
    await api.postParams('/api/b', { x: 1 })
    await api.postFile('/api/c', form)
    await api.put('/api/d', { name: 'Lin' })
    await api.delete('/api/e')
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/search?q=%E6%BD%AE&page=2',
      'POST /api/a',
      'POST /api/b?x=1',
      'POST /api/c',
      'PUT /api/d',
      'DELETE /api/e',
    ])
    expect(asked[3]!.body).toBe(form)
    // The browser writes the multipart type, with its boundary.
    expect(asked[3]!.headers.has('content-type')).toBe(false)
  })

  it('R7.03: the loading flag counts up and down, also when the call fails', async () => {
    answerFetch(() => refused(500, 'broken'))
    await expect(api.get('/api/a', {}, { loading: true })).rejects.toThrow()
    await expect(api.get('/api/a')).rejects.toThrow()
    expect(config.onLoading.mock.calls).toEqual([[1], [-1]])
  })

  it('R7.02: calls go to the configured base', async () => {
    configureApi({ ...config, base: 'https://api.example' })
    const asked = answerFetch(() => ok(null))
    await api.get('/api/a')
    expect(asked[0]!.url).toBe('https://api.example/api/a')
  })

  it('R8.05: reads the envelope whatever the status, logs, and rejects with code, status and message', async () => {
    answerFetch(() => refused(429, '请稍后再试'))
    await expect(api.post('/api/a', {})).rejects.toMatchObject({
      name: 'ApiError',
      code: 429,
      status: 429,
      message: '请稍后再试',
    })
    expect(console.error).toHaveBeenCalledOnce()
  })

  it.each([
    [401, [401, 403], 0],
    [403, [401, 403], 0],
    [401, undefined, 1],
    [500, [401, 403], 1],
  ])('R8.05: logs a refusal with %i unless the call expects it: %j', async (status, expected, logged) => {
    answerFetch(() => refused(status, 'no'))
    const options = expected === undefined ? {} : { expected }
    await expect(api.get('/api/a', {}, options)).rejects.toMatchObject({ status })
    expect(console.error).toHaveBeenCalledTimes(logged)
  })

  it('R8.05: logs an expected status that another server answered', async () => {
    answerFetch(() => ({ status: 401, text: '<p>Sign in to the network</p>' }))
    await expect(api.get('/api/a', {}, { expected: [401] })).rejects.toMatchObject({ isOurs: false })
    expect(console.error).toHaveBeenCalledOnce()
  })

  it('tells which field is to blame and when to try again, from the refusal or, lacking that, from the header', async () => {
    answerFetch(() => blamed(429, 'later', { field: 'captcha', retryAfter: 42 }))
    await expect(api.get('/api/a')).rejects.toMatchObject({ field: 'captcha', retryAfter: 42 })
    answerFetch(() => ({ ...refused(503, 'later'), headers: { 'retry-after': '7' } }))
    await expect(api.get('/api/a')).rejects.toMatchObject({ field: undefined, retryAfter: 7 })
    answerFetch(() => refused(400, 'no'))
    await expect(api.get('/api/a')).rejects.toMatchObject({ field: undefined, retryAfter: undefined })
  })

  it.each([[[1]], ['text'], [{ field: 3, retryAfter: '9' }], [{ field: null, retryAfter: null }], [{ retryAfter: -1 }]])(
    'a refusal that says %j blames nothing',
    async (data) => {
      answerFetch(() => ({ status: 400, json: { code: 400, msg: 7, data } }))
      const error = { message: '', field: undefined, retryAfter: undefined }
      await expect(api.get('/api/a')).rejects.toMatchObject(error)
    },
  )

  it('what must come first and cannot reach the server fails as the call itself would', async () => {
    answerFetch(() => ok(null))
    config.before.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(api.get('/api/a')).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  })

  it('an answer that is no envelope is rejected with its status', async () => {
    answerFetch(() => ({ status: 404, text: '<html>' }))
    await expect(api.get('/api/a')).rejects.toMatchObject({ code: 404, status: 404, message: '' })
    answerFetch(() => ({ json: [1, 2] }))
    await expect(api.get('/api/a')).rejects.toMatchObject({ code: 200, status: 200 })
  })

  it('no answer at all is code 0', async () => {
    answerFetch(() => ({ networkError: true }))
    await expect(api.get('/api/a')).rejects.toMatchObject({ code: 0, status: 0 })
  })

  it('a call that is taken back while its answer is read is no failure', async () => {
    const taken = new AbortController()
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream({
        pull(controller) {
          taken.abort()
          controller.error(taken.signal.reason)
        },
      })
      return new Response(body)
    })
    await expect(api.get('/api/a', {}, { signal: taken.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(console.error).not.toHaveBeenCalled()
  })

  it('sends the visitor’s own key only where it is given, and hands out a stream', async () => {
    const asked = answerFetch(() => ({ text: 'data: x\n\n' }))
    const response = await stream('/api/chat', { messages: [] }, { openAiSecret: 'sk-1' })
    expect(await response.text()).toBe('data: x\n\n')
    expect(asked[0]!.headers.get('open-ai-secret')).toBe('sk-1')
    expect(asked[0]!.headers.get('accept')).toContain('text/event-stream')
  })

  it('runs what must come before every call first', async () => {
    const order: string[] = []
    config.before.mockImplementation(async () => void order.push('before'))
    answerFetch(() => {
      order.push('call')
      return ok(null)
    })
    await api.get('/api/a')
    expect(order).toEqual(['before', 'call'])
  })
})
