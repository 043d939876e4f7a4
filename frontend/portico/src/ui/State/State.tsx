// The replacement for content that is missing: no matches, still loading, or failed to load. Each
// shows a sentence in the place of the content, and offers the next step.

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button/Button.tsx'
import { NeedsScripts } from './needs-scripts.prerender.tsx'
import styles from './State.module.css'

export type EmptyProps = {
  /** Why there is no content. */
  title: ReactNode
  /** Remedy: a sentence, a link, a button. */
  children?: ReactNode
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  )
}

/**
 * Shows itself after 300 ms, so that quick loading does not flicker. In a prerendered page it waits
 * for the page's scripts, and notes if there are none.
 */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <noscript>{import.meta.env.SSR && <NeedsScripts />}</noscript>
      <p className={styles.waiting} role="status" data-waiting="" data-live="">
        {children}
      </p>
    </>
  )
}

export type FailedProps = {
  /** The event in a sentence, and the data that has not been lost. */
  children: ReactNode
  /** Tries again; left out if the failed button is beside it. */
  onRetry?: (() => void) | undefined
}

export function Failed({ children, onRetry }: FailedProps) {
  const { t } = useLingui()
  return (
    <div className={styles.failed} role="alert">
      <p>{children}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t`Try again`}</Button>}
    </div>
  )
}
