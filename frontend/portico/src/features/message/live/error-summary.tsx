// The errors, in a list above the form after the first attempt to send it: each item leads to its
// question.

import { Trans } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import type { FormState } from '../form-state.ts'
import styles from './live.module.css'

export function ErrorSummary({ formState: { definition, form, fileError } }: { formState: FormState }) {
  const asked = definition.fields.flatMap(({ name }) => itemOf(name, form.errors[name]))
  const errors = [...asked, ...itemOf('file', fileError), ...itemOf('consent', form.errors['consent'])]
  if (errors.length < 2) return null
  return (
    <ul className={styles.errors}>
      <li>
        <Trans>Not sent yet. Please look at these again:</Trans>
      </li>
      {errors.map(({ name, error }) => (
        <li key={name}>
          <a href={`#${name}`} onClick={(event) => toQuestion(event, name)}>
            {error}
          </a>
        </li>
      ))}
    </ul>
  )
}

function itemOf(name: string, error: string | undefined) {
  return error === undefined ? [] : [{ name, error }]
}

function toQuestion(event: MouseEvent<HTMLAnchorElement>, name: string): void {
  event.preventDefault()
  event.currentTarget.closest('form')?.querySelector<HTMLElement>(`[name="${name}"]:not([type=hidden])`)?.focus()
}
