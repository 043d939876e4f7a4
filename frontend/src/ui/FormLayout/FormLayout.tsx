// A form in a column of its own: fields beneath each other, two beside each other where they belong together.

import type { FormHTMLAttributes, ReactNode } from 'react'
import styles from './FormLayout.module.css'

export type FormLayoutProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'className' | 'noValidate'>

/** The form checks itself and says what is wrong in the page's language, so the browser's own bubbles are off. */
export function FormLayout(props: FormLayoutProps) {
  return <form {...props} className={styles.form} noValidate />
}

export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
