// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { answerFetch } from '#/testing/answers.ts'

const OWN = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const FIRST = '20261121T030405Z-9f3ac1b2'
const SECOND = '20261121T040405Z-00c0ffee'

/** The module holds the known version; each test starts without one. */
async function fresh() {
  vi.resetModules()
  const [version, busy] = await Promise.all([import('#/state/version.ts'), import('#/state/busy.ts')])
  return { ...version, ...busy }
}

function serve(id: string, app: string) {
  const meta = { id, app, locales: [], routes: [], prerendered: ['/'] }
  return answerFetch(({ url }) => ({ json: url.includes('latest') ? { id, timestamp: '2026-11-21T03:04:05Z', app } : meta }))
}

beforeEach(() => sessionStorage.clear())

describe('version check (R4.06)', () => {
  it('R7.05: reads latest.json with the time, then the manifest of the build', async () => {
    const { pollVersion, versionState } = await fresh()
    const asked = serve(FIRST, OWN)
    await pollVersion(1_763_694_245_000)
    expect(asked.map(({ url }) => url)).toEqual(['/builds/latest.json?1763694245000', `/builds/meta/${FIRST}.json`])
    expect(versionState()).toMatchObject({ liveApp: OWN, buildId: FIRST, meta: { prerendered: ['/'] } })
  })

  it('the same build is not asked for again', async () => {
    const { pollVersion } = await fresh()
    const asked = serve(FIRST, OWN)
    await pollVersion(1)
    await pollVersion(2)
    expect(asked.map(({ url }) => url)).toEqual(['/builds/latest.json?1', `/builds/meta/${FIRST}.json`, '/builds/latest.json?2'])
  })

  it('only new content: told once, no reload', async () => {
    const { pollVersion, onNewBuild, shouldReload } = await fresh()
    const told = vi.fn()
    onNewBuild(told)
    serve(FIRST, OWN)
    await pollVersion(1)
    expect(told).not.toHaveBeenCalled()
    serve(SECOND, OWN)
    await pollVersion(2)
    expect(told).toHaveBeenCalledOnce()
    expect(shouldReload(OWN)).toBe(false)
  })

  it('new code, a rollback included: reload at the next navigation', async () => {
    const { pollVersion, shouldReload } = await fresh()
    expect(shouldReload(OWN)).toBe(false)
    serve(FIRST, OTHER)
    await pollVersion(1)
    expect(shouldReload(OWN)).toBe(true)
    expect(shouldReload(OTHER)).toBe(false)
  })

  it('never while a form, an upload or an answer would be lost', async () => {
    const { pollVersion, shouldReload, hold } = await fresh()
    serve(FIRST, OTHER)
    await pollVersion(1)
    const letGo = hold()
    expect(shouldReload(OWN)).toBe(false)
    letGo()
    expect(shouldReload(OWN)).toBe(true)
  })

  it('goes past every cache, and once per app id and tab', async () => {
    const { pollVersion, shouldReload, reloadInto } = await fresh()
    const assign = vi.fn()
    vi.stubGlobal('location', { ...window.location, assign })
    serve(FIRST, OTHER)
    await pollVersion(1)
    const asked = answerFetch(() => ({ text: '<html>' }))
    await reloadInto('/en/news')
    expect(asked).toMatchObject([{ url: '/en/news', cache: 'reload' }])
    expect(assign).toHaveBeenCalledWith('/en/news')
    expect(shouldReload(OWN)).toBe(false)
  })

  it.each([
    ['no network', { networkError: true } as const],
    ['no JSON', { text: '<html>' }],
    ['no build id', { json: { id: '../../etc', app: OTHER } }],
    ['an error', { status: 500, json: {} }],
  ])('%s changes nothing', async (_, reply) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { pollVersion, versionState } = await fresh()
    answerFetch(() => reply)
    await pollVersion(1)
    expect(versionState()).toEqual({ liveApp: null, buildId: null, meta: null })
  })

  it('R9.03: one second after idle, then every hour; on slow-2g hourly only', async () => {
    vi.useFakeTimers()
    const { watchVersion } = await fresh()
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
    const asked = serve(FIRST, OWN)
    watchVersion(3_600)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toHaveLength(3)
    vi.clearAllTimers()
    vi.stubGlobal('navigator', { connection: { effectiveType: 'slow-2g' } })
    watchVersion(3_600)
    await vi.advanceTimersByTimeAsync(3_599_000)
    expect(asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveLength(4)
    vi.clearAllTimers()
    vi.useRealTimers()
  })
})
