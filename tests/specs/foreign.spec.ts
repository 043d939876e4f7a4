// A company's own backend in the origin's place: the calls that reach it, and no difference for
// visitors.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Backend, type Call, type Configuration, startBackend } from '../fixtures/backend.ts'
import { launch, open } from '../kit/browser.ts'
import { askForCode, enterCode } from '../fixtures/login-page.ts'
import { type Stack, root, startStack } from '../fixtures/stack.ts'

describe('a foreign backend', () => {
  let backend: Backend
  let stack: Stack
  let browser: Browser

  before(async () => {
    backend = await startBackend(await sampleConfiguration())
    stack = await startStack({ origin: backend.url })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    await backend?.stop()
  })

  // R7.01
  test('gets every call of the contract with its headers, and never a cookie', async () => {
    const contract = JSON.parse(readFileSync(join(root, 'origin/openapi.json'), 'utf8')) as { paths: Record<string, Record<string, { requestBody?: unknown }>> }
    const calls = Object.entries(contract.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, { requestBody }]) => ({ path, method, hasBody: requestBody !== undefined })))
    assert.ok(calls.length >= 12, `${calls.length} calls`)
    for (const { path, method, hasBody } of calls) {
      for (const token of [undefined, 'member-token']) {
        const before = backend.calls.length
        const cookie = ['uuid=visitor', 'fronted-uuid=browser', 'i18n_redirected=en', ...(token ? [`token=${token}`, 'user-info=%7B%7D'] : [])].join('; ')
        await fetch(stack.url + path.replace('{id}', 's-1').replace('{form}', 'bp'), {
          method: method.toUpperCase(),
          headers: { origin: stack.url, cookie, language: 'en', 'open-ai-secret': 'sk-1', 'x-forwarded-for': '192.0.2.1', ...(hasBody ? { 'content-type': 'application/json' } : {}) },
          ...(hasBody ? { body: '{}' } : {}),
        })
        const call = backend.calls.slice(before).find((seen) => seen.path === path.replace('{id}', 's-1').replace('{form}', 'bp'))
        assert.ok(call, `${method} ${path} did not arrive`)
        const { headers } = call
        const place = `${method} ${path} ${token ?? 'as a guest'}`
        assert.equal(headers.cookie, undefined, place)
        assert.equal(headers['authorization'], token && `Bearer ${token}`, place)
        assert.deepEqual([headers['uuid'], headers['fronted-uuid'], headers['language'], headers['open-ai-secret']], ['visitor', 'browser', 'en', 'sk-1'], place)
        assert.equal(headers['x-forwarded-for'], '127.0.0.1', place)
        if (hasBody) assert.equal(headers['content-type'], 'application/json', place)
      }
    }
  })

  for (const locale of ['zh-CN', 'en'] as const) {
    // R7.01, R7.02
    test(`signs a visitor in, in ${locale}`, async () => {
      const prefix = locale === 'en' ? '/en' : ''
      const from = backend.calls.length
      const { page, problems, close } = await open(browser, { locale })
      await page.goto(`${stack.url}${prefix}/login?redirect=${prefix}/product`)
      await askForCode(page, 'lin@example.com')
      await enterCode(page, '123456')
      await page.waitForURL(`${stack.url}${prefix}/product`)
      const cookies = await page.context().cookies()
      assert.equal(cookies.find(({ name }) => name === 'token')?.value, 'backend-token', 'what the backend plants is not kept')
      const sent = backend.calls.slice(from).filter(({ headers }) => headers['user-agent']?.includes('Chrome'))
      for (const call of sent) checkBrowserCall(call, locale)
      const login = sent.find(({ path }) => path === '/api/auth/login')
      assert.deepEqual(Object.keys(JSON.parse(login?.body ?? '{}')).sort(), ['agreements', 'code', 'email'])
      assert.ok(login?.headers['uuid'], 'a guest has an id')
      assert.deepEqual(problems, [])
      await close()
    })
  }
})

function checkBrowserCall({ method, path, headers }: Call, locale: string): void {
  const place = `${method} ${path}`
  assert.equal(headers.cookie, undefined, place)
  assert.equal(headers['language'], locale === 'en' ? 'en' : 'zh', place)
  assert.match(String(headers['fronted-uuid']), /^[0-9a-f]{32}$/, place)
  if (method !== 'GET' && method !== 'DELETE') assert.match(headers['content-type'] ?? '', /^application\/json/, place)
}

/** The configuration of the sample site, as the embedded origin returns it. */
async function sampleConfiguration(): Promise<Configuration> {
  const sample = await startStack()
  const ask = async (path: string, language: string) => ((await (await fetch(sample.url + path, { headers: { language } })).json()) as { data: unknown }).data
  const entries = ['zh', 'en'].map(async (language) => [
    language,
    { system: await ask('/api/web/system-config', language), protocol: await ask('/api/web/protocol-config', language) },
  ])
  const configuration = Object.fromEntries(await Promise.all(entries)) as Configuration
  await sample.stop()
  return configuration
}
