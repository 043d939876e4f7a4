import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../api.ts'
import { SendQueue } from './queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const states: string[] = []
  const refusals: [string, number][] = []
  const queue = new SendQueue({
    onState: (state) => states.push(state),
    onRefusal: (key, { status }) => refusals.push([key, status]),
  })
  return { queue, states, refusals }
}

describe('the queue of changes', () => {
  it('has one request under way, and of the values that wait the last one wins', async () => {
    const { queue, states } = setUp()
    const sent: string[] = []
    let answer = () => {}
    const send = (value: string) => () => {
      sent.push(value)
      return new Promise<void>((done) => {
        answer = done
      })
    }
    queue.put('title', send('T'))
    queue.put('title', send('Ti'))
    await vi.advanceTimersByTimeAsync(40)
    for (const value of ['Tid', 'Tide']) queue.put('title', send(value))
    expect(sent).toEqual(['Ti'])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(['Ti', 'Tide'])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(states).toEqual(['sending', 'idle'])
  })

  it('tries again when the network is lost, with the last value', async () => {
    const { queue, states } = setUp()
    const lost = vi.fn(async () => {
      throw new CallError(0, 'Failed to fetch', null)
    })
    queue.put('title', lost)
    await vi.advanceTimersByTimeAsync(1040)
    expect(lost).toHaveBeenCalledTimes(2)
    const send = vi.fn(async () => {})
    queue.put('title', send)
    queue.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(send).toHaveBeenCalledOnce()
    expect(lost).toHaveBeenCalledTimes(2)
    expect(states.at(-1)).toBe('idle')
  })

  it('names a refusal, and goes on with other places', async () => {
    const { queue, refusals } = setUp()
    const send = vi.fn(async () => {})
    queue.put('title', async () => {
      throw new CallError(409, 'changed', null)
    })
    queue.put('summary', send)
    await vi.advanceTimersByTimeAsync(40)
    expect(refusals).toEqual([['title', 409]])
    expect(send).toHaveBeenCalledOnce()
  })

  it('waits while it is held', async () => {
    const { queue } = setUp()
    const send = vi.fn(async () => {})
    queue.hold()
    queue.put('title', send)
    await vi.advanceTimersByTimeAsync(40)
    expect(send).not.toHaveBeenCalled()
    queue.release()
    await vi.advanceTimersByTimeAsync(40)
    expect(send).toHaveBeenCalledOnce()
  })
})
