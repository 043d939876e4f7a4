import { describe, expect, it } from 'vitest'
import { readEvents, type StreamEvent } from './event-stream.ts'

async function read(...chunks: string[]): Promise<StreamEvent[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const events: StreamEvent[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

describe('event stream', () => {
  it('reads events whatever the chunks', async () => {
    const text = 'event: delta\ndata: {"text":"潮"}\n\nevent: done\ndata: {}\n\n'
    const whole = await read(text)
    expect(whole).toEqual([
      { name: 'delta', data: '{"text":"潮"}' },
      { name: 'done', data: '{}' },
    ])
    expect(await read(...text)).toEqual(whole)
  })

  it('takes CRLF, joins lines of data, and passes over comments', async () => {
    expect(await read(': still here\r\n\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual([{ name: 'message', data: 'a\nb' }])
  })

  it('drops what is half at the end', async () => {
    expect(await read('data: a\n\ndata: b')).toEqual([{ name: 'message', data: 'a' }])
  })
})
