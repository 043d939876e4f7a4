// A conversation with the assistant: what was asked, what is being answered, and the pages that an
// answer rests on.

import { stream } from '@portico/app/api/client.ts'
import { ApiError } from '@portico/app/api/errors.ts'
import { useBusy } from '@portico/app/state/busy.ts'
import { useRef, useState } from 'react'
import { readEvents } from './event-stream.ts'

/** A page of the site that an answer rests on. */
export type Source = { title: string; href: string }

export type Turn = { role: 'user' | 'assistant'; content: string; sources: Source[] }

export type Chat = {
  turns: Turn[]
  /** The question whose answer has not begun to come. */
  pending: string | undefined
  /** An answer is on its way. */
  answering: boolean
  /** The last question could not be answered. */
  failed: boolean
  /** Asks; false when there is no answer. */
  ask: (question: string) => Promise<boolean>
  /** Stops the answer that is on its way; what has come stays. */
  stop: () => void
}

export function useChat(): Chat {
  const [turns, setTurns] = useState<Turn[]>([])
  const [pending, setPending] = useState<string>()
  const [answering, setAnswering] = useState(false)
  const [failed, setFailed] = useState(false)
  const running = useRef<AbortController>(null)
  useBusy(answering)
  const ask = async (question: string) => {
    const controller = new AbortController()
    running.current = controller
    const asked: Turn[] = [...turns, { role: 'user', content: question, sources: [] }]
    setAnswering(true)
    setFailed(false)
    setPending(question)
    try {
      const messages = asked.map(({ role, content }) => ({ role, content }))
      const response = await stream('/api/chat', { messages }, { signal: controller.signal })
      for await (const answer of answers(response)) {
        setPending(undefined)
        setTurns([...asked, answer])
      }
      return true
    } catch (error) {
      if (controller.signal.aborted) return true
      if (!(error instanceof ApiError)) console.error('the answer broke off', error)
      setFailed(true)
      return false
    } finally {
      setPending(undefined)
      setAnswering(false)
    }
  }
  return { turns, pending, answering, failed, ask, stop: () => running.current?.abort() }
}

/** The answer as it grows. */
async function* answers(response: Response): AsyncGenerator<Turn> {
  if (response.body === null) throw new Error('the assistant answered without a body')
  let answer: Turn = { role: 'assistant', content: '', sources: [] }
  for await (const event of readEvents(response.body)) {
    if (event.name === 'delta')
      answer = { ...answer, content: answer.content + (JSON.parse(event.data) as { text: string }).text }
    if (event.name === 'citations') answer = { ...answer, sources: JSON.parse(event.data) as Source[] }
    yield answer
    if (event.name === 'done') return
  }
}
