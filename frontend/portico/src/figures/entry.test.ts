import { beforeEach, expect, it, vi } from 'vitest'

type Entries = Record<string, object[]>

/** Entries that the browser has, by type. */
let entries: Entries
let listeners: Map<string, () => void>
let sent: [string, unknown][]

class Observer {
  static supportedEntryTypes = ['largest-contentful-paint', 'layout-shift', 'event', 'first-input']
  #type = ''
  observe({ type }: { type: string }) {
    this.#type = type
  }
  takeRecords() {
    return entries[this.#type] ?? []
  }
}

beforeEach(() => {
  entries = {}
  listeners = new Map()
  sent = []
  vi.resetModules()
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener))
  vi.stubGlobal('navigator', {
    sendBeacon: (path: string, body: string) => sent.push([path, JSON.parse(body)]),
  })
})

/** A document of a site with this share, in which the visitor's number is `chance`. */
async function visit(chance: number, dataset: Record<string, string> = { share: '0.1' }, hidden = false) {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  vi.stubGlobal('document', { currentScript: { dataset }, hidden })
  await import('#/figures/entry.ts')
}

const leave = () => listeners.get('visibilitychange')?.()

it('measures the share of visits, and the others not at all', async () => {
  for (const [chance, isMeasured] of [
    [0, true],
    [0.0999, true],
    [0.1, false],
    [0.9999, false],
  ] as const) {
    listeners.clear()
    vi.resetModules()
    await visit(chance)
    expect(listeners.size > 0, `${chance}`).toBe(isMeasured)
  }
})

it('leaves out a page that loads in the background', async () => {
  await visit(0, { share: '1' }, true)
  expect(listeners.size).toBe(0)
})

it('sends the last paint, the worst interaction, the largest shift and the number of errors', async () => {
  entries = {
    'largest-contentful-paint': [{ startTime: 500 }, { startTime: 812.5 }],
    event: [
      { interactionId: 1, duration: 96 },
      { interactionId: 2, duration: 40 },
      { interactionId: 0, duration: 999 },
    ],
    'first-input': [{ interactionId: 1, duration: 88 }],
    'layout-shift': [{ startTime: 10, value: 0.25, hadRecentInput: false }],
  }
  await visit(0)
  listeners.get('error')?.()
  listeners.get('unhandledrejection')?.()
  leave()
  expect(sent).toEqual([['/api/visits', { lcp: 812.5, inp: 96, cls: 0.25, missing: false, errors: 2 }]])
})

it('leaves out what the browser does not measure, and marks a page that does not exist', async () => {
  vi.stubGlobal(
    'PerformanceObserver',
    class extends Observer {
      static override supportedEntryTypes = ['event']
    },
  )
  await visit(0, { share: '1', missing: '' })
  leave()
  expect(sent).toEqual([['/api/visits', { missing: true, errors: 0 }]])
})

it('stops counting at the number of errors that the gateway takes', async () => {
  await visit(0)
  for (let count = 0; count < 1500; count++) listeners.get('error')?.()
  leave()
  expect(sent[0]?.[1]).toMatchObject({ errors: 1000, cls: 0 })
})
