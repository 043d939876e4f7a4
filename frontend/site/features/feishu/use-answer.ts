// The answer to a question that changes with the address. The last one stays until the next is
// there, and an answer that comes late to an older question is thrown away.

import { useCallback, useEffect, useState } from 'react'

export type Answer<T> = { value: T | undefined; error: unknown; waiting: boolean; retry: () => void }

/** `key` names the question; an empty one asks none. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<{ key: string; value?: T; error?: unknown }>({ key: '' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked.
  useEffect(() => {
    if (key === '') return
    const asking = new AbortController()
    ask(asking.signal).then(
      (value) => !asking.signal.aborted && setAnswer({ key, value }),
      (error: unknown) => !asking.signal.aborted && setAnswer((last) => ({ ...last, key, error })),
    )
    return () => asking.abort()
  }, [key, tries])
  const retry = useCallback(() => {
    setAnswer((last) => ({ ...last, key: '', error: undefined }))
    setTries((count) => count + 1)
  }, [])
  return { value: answer.value, error: answer.error, waiting: key !== answer.key, retry }
}
