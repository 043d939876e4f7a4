// A conversation with the assistant: what was asked, what is being answered, and the pages that an answer rests on.

import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { stream } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import { useBusy } from '#/features/busy/busy.ts'
import { toast } from '#/features/toasts/toasts.ts'
import { readEvents } from './event-stream.ts'

/** A page of the site that an answer rests on. */
export type Source = { title: string; href: string }

export type Turn = { role: 'user' | 'assistant'; content: string; sources: Source[] }

export type Chat = {
  turns: Turn[]
  /** An answer is on its way. */
  answering: boolean
  /** Asks; false when the question could not be put, which a toast has said. */
  ask: (question: string) => Promise<boolean>
  /** Stops the answer that is on its way; what has come stays. */
  stop: () => void
}

export function useChat(): Chat {
  const { t } = useLingui()
  const [turns, setTurns] = useState<Turn[]>([])
  const [answering, setAnswering] = useState(false)
  const running = useRef<AbortController>(null)
  useBusy(answering)
  const ask = async (question: string) => {
    const controller = new AbortController()
    running.current = controller
    const asked: Turn[] = [...turns, { role: 'user', content: question, sources: [] }]
    setAnswering(true)
    try {
      const messages = asked.map(({ role, content }) => ({ role, content }))
      const response = await stream('/api/chat', { messages }, { signal: controller.signal })
      for await (const answer of answers(response)) setTurns([...asked, answer])
      return true
    } catch (error) {
      if (controller.signal.aborted) return true
      if (!(error instanceof ApiError)) console.error('the answer broke off', error)
      toast.error(t`The assistant cannot answer just now. Your question is still here.`)
      return false
    } finally {
      setAnswering(false)
    }
  }
  return { turns, answering, ask, stop: () => running.current?.abort() }
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
