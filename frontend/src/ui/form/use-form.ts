// The state of a form: values, what is wrong with them, whether leaving would lose anything. Errors are shown from the first
// attempt to send on, so that nobody is corrected while still typing.

import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { type Rule, validate } from '#/lib/validation.ts'

/** A field's name in the visitor's language, and what must hold. */
export type FormField = { label: string; rules: readonly Rule[] }

export type Form<Name extends string> = {
  values: Record<Name, string>
  /** Field → message; empty before the first attempt. */
  errors: Partial<Record<Name, string>>
  dirty: boolean
  set: (name: Name, value: string) => void
  /** Marks an attempt; true when everything holds. */
  attempt: () => boolean
  reset: () => void
}

export function useForm<Name extends string>(fields: Record<Name, FormField>): Form<Name> {
  const { i18n } = useLingui()
  const [values, setValues] = useState<Partial<Record<Name, string>>>({})
  const [attempted, setAttempted] = useState(false)
  const names = Object.keys(fields) as Name[]
  const read = (name: Name): string => values[name] ?? ''
  const wrong = Object.fromEntries(
    names.flatMap((name) => {
      const message = validate(fields[name].label, read(name), fields[name].rules)
      return message === undefined ? [] : [[name, i18n._(message)]]
    }),
  ) as Partial<Record<Name, string>>
  return {
    values: Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>,
    errors: attempted ? wrong : {},
    dirty: names.some((name) => read(name) !== ''),
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    attempt: () => {
      setAttempted(true)
      return Object.keys(wrong).length === 0
    },
    reset: () => {
      setValues({})
      setAttempted(false)
    },
  }
}
