// What stands in place of the form when the message has arrived. The focus goes there: the button
// that had it is gone.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './sent-note.module.css'

export function SentNote({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <div className={styles.note} role="status" tabIndex={-1} ref={own}>
      <h2 className={styles.title}>
        <Trans>Your message has arrived.</Trans>
      </h2>
      <p className={styles.text}>{children}</p>
    </div>
  )
}
