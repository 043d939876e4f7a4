// A form in a separate column: fields beneath each other, two beside each other where they belong
// together.

import { type FormHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { useIsLive } from '#/state/use-is-live.ts'
import styles from './FormLayout.module.css'

export type FormLayoutProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'noValidate'> & {
  /**
   * Number of failed attempts so far: after each the first wrong field gets the focus, and its
   * error is read out.
   */
  failures?: number
}

/**
 * Once it is live the form checks itself and shows errors in the page's language, so the browser's
 * own bubbles are off. Without JavaScript they are the only check before it is sent.
 */
export function FormLayout({ failures = 0, ...form }: FormLayoutProps) {
  const own = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failures > 0) own.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failures])
  return <form {...form} ref={own} className={styles.form} noValidate={useIsLive()} />
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
