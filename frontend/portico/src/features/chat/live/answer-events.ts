// Reads an answer as it comes (`text/event-stream`), and checks its events.

import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import type { ChatEvents } from '#/api/calls.ts'
import { chatOutcomeValues } from '#/enumerations/chat-outcome.gen.ts'
import { chatUnavailableReasonValues } from '#/enumerations/chat-unavailable-reason.gen.ts'
import { sameSitePath } from '#/lib/safe-url.ts'
import type { AnswerEvent } from '../exchange.ts'

/**
 * Milliseconds without a byte after which the connection counts as dead: the origin sends a line
 * every 15 s in any case.
 */
export const PATIENCE_MS = 45_000

const quote = v.object({ text: v.string(), heading: v.optional(v.string()), anchor: v.optional(v.string()) })

/** Only pages of this site. */
const href = v.pipe(
  v.string(),
  v.check((path) => sameSitePath(path, '') !== '', 'no path of this site'),
)

export const citationSchema = v.object({
  number: v.number(),
  title: v.string(),
  href,
  kind: v.string(),
  locale: v.string(),
  date: v.optional(v.string()),
  quotes: v.array(quote),
})
export const sentenceSchema = v.object({ text: v.string(), sources: v.array(v.number()) })
export const reasonSchema = v.picklist(chatUnavailableReasonValues)

const schemas = {
  citations: v.array(citationSchema),
  delta: sentenceSchema,
  done: v.object({ outcome: v.picklist(chatOutcomeValues), because: v.optional(reasonSchema) }),
} satisfies { [Name in keyof ChatEvents]: v.GenericSchema<unknown, ChatEvents[Name]> }

/**
 * The parts of an answer, each as soon as it is whole. Ends after `done`; throws if the stream
 * breaks off, is silent for too long, or has an invalid event.
 */
export async function* answerEvents(response: Response): AsyncGenerator<AnswerEvent> {
  const come: AnswerEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const part = partOf(event, data)
      if (part !== undefined) come.push(part)
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  try {
    for (let chunk = await next(reader); chunk !== undefined; chunk = await next(reader)) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const part of come.splice(0)) {
        yield part
        if (part.name === 'done') return
      }
    }
  } finally {
    // Bytes after the end are ignored; a broken stream cannot be cancelled.
    reader?.cancel().catch(() => {})
  }
  throw new Error('the answer broke off')
}

/** One part; undefined for an event that later origins may send. */
function partOf(name: string | undefined, data: string): AnswerEvent | undefined {
  if (name === undefined || !(name in schemas)) return undefined
  const schema = schemas[name as keyof typeof schemas]
  return { name, data: v.parse<v.GenericSchema>(schema, JSON.parse(data)) } as AnswerEvent
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the answer fell silent')), PATIENCE_MS)
  })
  try {
    return (await Promise.race([reader?.read(), silence]))?.value
  } finally {
    clearTimeout(timer)
  }
}
