// The state of a form: values, what is wrong with them, whether leaving would lose anything. Errors
// are shown from the first attempt to send on, so that nobody is corrected while still typing.

import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { type Rule, validate } from '#/lib/validation.ts'

export type FormField = {
  /** The field's name in the visitor's language. */
  label: string
  /** Rules of the field. */
  rules: readonly Rule[]
  /** Said in place of the broken rule's own words. */
  message?: string
}

export type Form<Name extends string> = {
  values: Record<Name, string>
  /** Field → message; empty before the first attempt. */
  errors: Texts<Name>
  /**
   * How often something was wrong: the form moves the focus to the first wrong field each time
   * (`FormLayout`).
   */
  failures: number
  dirty: boolean
  set: (name: Name, value: string) => void
  /** True when everything holds; else what does not is shown from here on. */
  attempt: () => boolean
  /** Says beside a field why the server did not take it, until it is changed. */
  refuse: (name: Name, message: string) => void
  reset: () => void
}

type Texts<Name extends string> = Partial<Record<Name, string>>
type State<Name extends string> = { values: Texts<Name>; refused: Texts<Name>; attempted: boolean; failures: number }

/**
 * `initial` is what stands in the fields at first, and what they are compared with to see whether
 * leaving would lose anything.
 */
export function useForm<Name extends string>(fields: Record<Name, FormField>, initial: Texts<Name> = {}): Form<Name> {
  const { i18n } = useLingui()
  const [state, setState] = useState<State<Name>>(fresh)
  const names = Object.keys(fields) as Name[]
  const read = (name: Name): string => state.values[name] ?? initial[name] ?? ''
  const wrong = Object.fromEntries(
    names.flatMap((name) => {
      const message = validate(fields[name].label, read(name), fields[name].rules)
      return message === undefined ? [] : [[name, fields[name].message ?? sentence(i18n._(message))]]
    }),
  ) as Texts<Name>
  const holds = Object.keys(wrong).length === 0
  return {
    values: Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>,
    errors: state.attempted ? { ...wrong, ...state.refused } : state.refused,
    failures: state.failures,
    dirty: names.some((name) => read(name) !== (initial[name] ?? '')),
    set: (name, value) =>
      setState((before) => ({
        ...before,
        values: { ...before.values, [name]: value },
        refused: without(before.refused, name),
      })),
    attempt: () => {
      setState((before) => ({ ...before, attempted: !holds, failures: before.failures + (holds ? 0 : 1) }))
      return holds
    },
    refuse: (name, message) =>
      setState((before) => ({
        ...before,
        refused: { ...before.refused, [name]: message },
        failures: before.failures + 1,
      })),
    reset: () => setState(fresh),
  }
}

/** A message may begin with the field's label, which is written as within a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function without<Name extends string>(texts: Texts<Name>, name: Name): Texts<Name> {
  const { [name]: _, ...rest } = texts
  return rest as Texts<Name>
}

function fresh<Name extends string>(): State<Name> {
  return { values: {}, refused: {}, attempted: false, failures: 0 }
}
