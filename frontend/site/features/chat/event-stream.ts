// Reads `text/event-stream` as it comes: an event per empty line, its name and its data.

export type StreamEvent = { name: string; data: string }

/**
 * The events of a body, each as soon as it is whole. Ends with the body; a half event at the end is
 * dropped, as the format says.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = ''
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const blocks = (rest + chunk.value).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parse(block)
      if (event !== undefined) yield event
    }
  }
}

/** One event; undefined for a comment, which keeps the connection alive. */
function parse(block: string): StreamEvent | undefined {
  const event: StreamEvent = { name: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value] = /^(event|data):\s?(.*)$/u.exec(line) ?? []
    if (field === 'event') event.name = value ?? ''
    if (field === 'data') data.push(value ?? '')
  }
  return data.length === 0 ? undefined : { ...event, data: data.join('\n') }
}
