// Seconds until another try is allowed. Counted against the clock, so that a tab that was suspended
// is right at once.

import { useEffect, useState } from 'react'

const SECOND_MS = 1_000

/** The seconds that are left, and a function that starts anew. */
export function useCountdown(seconds = 0): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(seconds === 0 ? 0 : () => Date.now() + seconds * SECOND_MS)
  const [now, setNow] = useState(() => (end === 0 ? 0 : end - seconds * SECOND_MS))
  useEffect(() => {
    if (!(end > Date.now())) return
    const timer = setInterval(() => {
      const present = Date.now()
      setNow(present)
      if (present >= end) clearInterval(timer)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [end])
  const start = (wait: number) => {
    // Read once: a millisecond between two readings would be a second that is not counted down.
    const present = Date.now()
    setNow(present)
    setEnd(present + wait * SECOND_MS)
  }
  return [Math.max(0, Math.ceil((end - now) / SECOND_MS)), start]
}
