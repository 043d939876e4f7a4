// A box to tick, with its words beside it.

import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { FieldMessage } from './Field.tsx'

export type CheckFieldProps = {
  label: ReactNode
  error?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>

export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div className={styles.field} data-field={input.name}>
      <div className={styles.check}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-message`}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error !== undefined && (
        <FieldMessage id={`${id}-message`} kind="error">
          {error}
        </FieldMessage>
      )}
    </div>
  )
}
