// A field for one file, chosen or dropped. The browser's own control covers the box, invisible, and
// does everything; only its words, which are in the browser's language, are replaced. Without
// JavaScript it is visible, because no other element could show the file's name.

import { Trans } from '@lingui/react/macro'
import { type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './Field.module.css'
import { Field } from './Field.tsx'

export type FileFieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  optional?: ReactNode | false | undefined
  /** The accepted file. */
  file: Pick<File, 'name'> | undefined
  onTake: (file: File | undefined) => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type' | 'onChange'>

export function FileField({ label, hint, error, optional, file, onTake, ...input }: FileFieldProps) {
  const [over, setOver] = useState(false)
  const leave = () => setOver(false)
  const control = useRef<HTMLInputElement>(null)
  const had = useRef(false)
  useEffect(() => {
    // Removed: the same file can be chosen again.
    if (had.current && file === undefined && control.current !== null) control.current.value = ''
    had.current = file !== undefined
  }, [file])
  return (
    <Field name={input.name} label={label} hint={hint} error={error} optional={optional}>
      {(tie) => (
        <span className={`${styles.control} ${styles.box}`} data-invalid={tie['aria-invalid']} data-over={over}>
          <input
            {...input}
            {...tie}
            className={styles.file}
            type="file"
            ref={control}
            onChange={(event) => onTake(event.target.files?.[0])}
            onDragEnter={() => setOver(true)}
            onDragLeave={leave}
            onDrop={leave}
          />
          <span className={styles.choose} aria-hidden="true">
            {file === undefined ? <Trans>Choose a file</Trans> : <Trans>Choose another</Trans>}
          </span>
          {file === undefined ? (
            <span className={styles.drop} aria-hidden="true">
              <Trans>or drop it here</Trans>
            </span>
          ) : (
            <span aria-hidden="true">{file.name}</span>
          )}
        </span>
      )}
    </Field>
  )
}
