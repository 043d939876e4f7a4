// A field for one file, chosen or dropped. The browser's own control is kept: it says the file's name and works without JavaScript.

import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import styles from './Field.module.css'
import { Field } from './Field.tsx'

export type FileFieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  optional?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>

export function FileField({ label, hint, error, optional, ...input }: FileFieldProps) {
  const [over, setOver] = useState(false)
  const leave = () => setOver(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(tie) => (
        <input
          {...input}
          {...tie}
          className={styles.file}
          type="file"
          data-over={over}
          onDragEnter={() => setOver(true)}
          onDragLeave={leave}
          onDrop={leave}
        />
      )}
    </Field>
  )
}
