// The list that is shown. It is the view's own: nothing of it outlives the view.

import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../api.ts'
import { listMessages, type MessageFilter, type MessageList } from './message-calls.ts'

/** The list, what is done about it, and why it is not there. */
export type Messages = {
  list: MessageList | null
  isLoading: boolean
  error: CallError | null
  reload: () => Promise<void>
  loadMore: () => Promise<void>
}

/** The messages of a filter; a later filter wins. */
export function useMessages(filter: MessageFilter): Messages {
  const [list, setList] = useState<MessageList | null>(null)
  const [isLoading, setIsLoading] = useState(true)
  const [error, setError] = useState<CallError | null>(null)
  const latest = useRef(0)
  const load = useCallback(
    async (before: MessageList | null) => {
      latest.current += 1
      const own = latest.current
      setIsLoading(true)
      try {
        const found = await listMessages(filter, before?.next)
        if (own !== latest.current) return
        setList({ ...found, messages: [...(before?.messages ?? []), ...found.messages] })
        setError(null)
      } catch (caught) {
        if (!(caught instanceof CallError)) throw caught
        if (own === latest.current) setError(caught)
      } finally {
        if (own === latest.current) setIsLoading(false)
      }
    },
    [filter],
  )
  useEffect(() => void load(null), [load])
  return { list, isLoading, error, reload: () => load(null), loadMore: () => load(list) }
}
