// The note that replaces the form when the message has arrived. It gets the focus: the button that
// had it is gone.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './live.module.css'

export type SentNoteProps = { number: string; children: ReactNode }

export function SentNote({ number, children }: SentNoteProps) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <div className={styles.sent} role="status" tabIndex={-1} ref={own}>
      <h2>
        <Trans>Your message has arrived.</Trans>
      </h2>
      <p>
        <Trans>
          Reference <strong>{number}</strong>. We have e-mailed it to you, with a link to withdraw the message.
        </Trans>
      </p>
      <p>{children}</p>
    </div>
  )
}
