// What stands in place of what is not there: nothing matched, it is on its way, it did not come.
// Each says so in a sentence, where it would have stood, and offers the next step.

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button/Button.tsx'
import { NeedsScripts } from './needs-scripts.prerender.tsx'
import styles from './State.module.css'

export type EmptyProps = {
  /** Why there is nothing. */
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
 * Shows itself after 300 ms, so that what is quick does not flicker. In a prerendered page it waits
 * for the page's scripts, and says so where there are none.
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
  /** The event in a sentence, and what has not been lost. */
  children: ReactNode
  /** Tries again; left out where the button that failed stands beside it. */
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
