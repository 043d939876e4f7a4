import { afterEach, expect, test, vi } from 'vitest'
import { follow } from './follow.ts'

/** A stream whose events the test sends. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeSource[] = []
  readyState = 1
  onerror: (() => void) | null = null
  onopen: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    FakeSource.all.push(this)
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  refuse() {
    this.close()
    this.onerror?.()
  }
  send(kind: string, id: number) {
    this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify({ id, kind }) }))
  }
}

afterEach(() => {
  vi.useRealTimers()
  FakeSource.all = []
})

test('a refused stream is begun anew until it is stopped', () => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  const told: unknown[] = []
  const stop = follow('a', {
    onEvent: ({ kind }) => told.push(kind),
    onConnection: (isThere) => told.push(isThere),
    onRefusal: (count) => told.push(count),
  })
  const [first] = FakeSource.all
  first?.onopen?.()
  first?.send('started', 1)
  first?.refuse()
  vi.runAllTimers()
  expect([FakeSource.all.length, FakeSource.all[1]?.url]).toEqual([2, '/api/regenerate/a/events'])
  FakeSource.all[1]?.refuse()
  stop()
  vi.runAllTimers()
  expect(FakeSource.all.length).toBe(2)
  expect(told).toEqual([true, 'started', false, 1, false, 2])
})
