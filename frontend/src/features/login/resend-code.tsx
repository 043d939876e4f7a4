// Asks for another code once the waiting time is over, and says how long that is.

import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#/ui/Button/Button.tsx'

export type ResendCodeProps = {
  /** Seconds until another code may be asked for. */
  after: number
  busy: boolean
  onResend: () => void
}

export function ResendCode({ after, busy, onResend }: ResendCodeProps) {
  const [left, setLeft] = useState(after)
  useEffect(() => {
    setLeft(after)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), SECOND)
    return () => clearInterval(timer)
  }, [after])
  return (
    <Button variant="quiet" disabled={busy || left > 0} onClick={onResend}>
      {left > 0 ? (
        <Plural value={left} one="Another code in # second" other="Another code in # seconds" />
      ) : (
        <Trans>Send another code</Trans>
      )}
    </Button>
  )
}

const SECOND = 1_000
