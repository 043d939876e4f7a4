// Boxes to tick under one question; several choices are kept as their words.

import { type ReactNode, useId } from 'react'
import type { FieldOption } from '#/ui/form/field-rules.ts'
import styles from './Field.module.css'
import { FieldMessage } from './Field.tsx'

export type ChoicesFieldProps = {
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: ReactNode
  optional?: ReactNode | false | undefined
  options: readonly FieldOption[]
  /** The chosen values, separated by spaces. */
  value: string
  onChange: (value: string) => void
}

export function ChoicesField({ label, name, hint, error, optional, options, value, onChange }: ChoicesFieldProps) {
  const id = useId()
  const message = error ?? hint
  const chosen = new Set(value.split(' '))
  const toggle = (option: string) => {
    const isChosen = (value: string) => chosen.has(value) !== (value === option)
    onChange(options.flatMap(({ value }) => (isChosen(value) ? [value] : [])).join(' '))
  }
  return (
    <fieldset
      className={styles.field}
      data-look="line"
      data-field={name}
      aria-describedby={message === undefined ? undefined : id}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </legend>
      <div className={styles.beside}>
        {options.map(({ value, label = value }) => (
          <label className={styles.check} key={value}>
            <input
              type="checkbox"
              id={`${id}-${value}`}
              name={name}
              value={value}
              checked={chosen.has(value)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {message !== undefined && (
        <FieldMessage id={id} kind={error === undefined ? 'hint' : 'error'}>
          {message}
        </FieldMessage>
      )}
    </fieldset>
  )
}
