import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '../exchange.ts'
import { answerEvents, PATIENCE_MS } from './answer-events.ts'

/** A response that comes in these chunks, and then ends, or stays open. */
function response(chunks: readonly string[], { open = false } = {}): Response {
  const encoder = new TextEncoder()
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
        if (!open) controller.close()
      },
    }),
  )
}

async function read(answer: Response): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = []
  for await (const event of answerEvents(answer)) events.push(event)
  return events
}

const CITATIONS =
  'event: citations\ndata: [{"number":1,"title":"潮","href":"/a","kind":"page","locale":"zh-CN","quotes":[{"text":"水","anchor":"b"}]}]\n\n'
const DELTA = 'event: delta\ndata: {"text":"潮水。","sources":[1]}\n\n'
const DONE = 'event: done\ndata: {"outcome":"answered"}\n\n'

describe('the events of an answer', () => {
  it('are read whatever the chunks, comments and later events among them', async () => {
    const whole = `: keep\n\n${CITATIONS}event: later\ndata: what?\n\n${DELTA}: keep\n\n${DONE}`
    const events = await read(response([whole]))
    expect(events.map(({ name }) => name)).toEqual(['citations', 'delta', 'done'])
    const bytes = new TextEncoder().encode(whole.replaceAll('\n', '\r\n'))
    const torn = new Response(
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
          controller.close()
        },
      }),
    )
    expect(await read(torn)).toEqual(events)
  })

  it('end with `done`, though the connection stays open', async () => {
    expect(await read(response([DELTA, DONE], { open: true }))).toHaveLength(2)
  })

  it('are broken off where the stream ends without `done`', async () => {
    await expect(read(response([DELTA, 'event: done\ndata: {"outc']))).rejects.toThrow('broke off')
    await expect(read(new Response(null))).rejects.toThrow('broke off')
  })

  it.each([
    ['no JSON', 'event: delta\ndata: {\n\n'],
    ['another shape', 'event: delta\ndata: {"text":1,"sources":[]}\n\n'],
    ['an outcome that is none', 'event: done\ndata: {"outcome":"fine"}\n\n'],
    ['a link to elsewhere', CITATIONS.replace('"/a"', '"//evil.example/"')],
    ['a link that runs', CITATIONS.replace('"/a"', '"javascript:alert(1)"')],
  ])('are refused where they say %s', async (_, said) => {
    await expect(read(response([said, DONE]))).rejects.toThrow()
  })
})

describe('a connection that says nothing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is taken for dead after a while, and let go', async () => {
    const cancel = vi.fn()
    const reading = read(new Response(new ReadableStream({ cancel })))
    const failed = expect(reading).rejects.toThrow('silent')
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    await failed
    expect(cancel).toHaveBeenCalled()
  })
})
