// A field for one file. The browser's own control is kept: it says the file's name and works without JavaScript.

import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './Field.module.css'
import { Field } from './Field.tsx'

export type FileFieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  optional?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>

export function FileField({ label, hint, error, optional, ...input }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(tie) => <input {...input} {...tie} className={styles.file} type="file" />}
    </Field>
  )
}
