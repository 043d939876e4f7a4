// The state of a form: values, their errors, and whether leaving would lose input. Errors are shown
// from the first attempt to send on, so that no visitor is corrected while still typing.

import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import type { LocaleCode } from '#/contract.ts'
import type { FieldRules } from './field-rules.ts'
import type { Check } from './rules/check.ts'

export type FormField = FieldRules & {
  /** The field's name in the visitor's language. */
  label: string
  /** Shown in place of the broken rule's own words. */
  message?: string
}

export type Form<Name extends string> = {
  values: Record<Name, string>
  /** Field → message; empty before the first attempt. */
  errors: Texts<Name>
  /**
   * Number of failed attempts: the form moves the focus to the first wrong field after each
   * (`FormLayout`).
   */
  failures: number
  dirty: boolean
  set: (name: Name, value: string) => void
  /**
   * True if all rules hold; else errors are shown from here on. A second attempt during a running
   * one is ignored.
   */
  attempt: () => Promise<boolean>
  /** Shows beside a field why the server refused it, until it is changed. */
  refuse: (name: Name, message: string) => void
  /** An error outside the fields of this state: a file. */
  fail: () => void
  reset: () => void
}

type Texts<Name extends string> = Partial<Record<Name, string>>
type State<Name extends string> = { values: Texts<Name>; refused: Texts<Name>; attempted: boolean; failures: number }

/**
 * `initial` has the first values of the fields, with which the current ones are compared to see
 * whether leaving would lose input.
 */
export function useForm<Name extends string>(fields: Record<Name, FormField>, initial: Texts<Name> = {}): Form<Name> {
  const [state, setState] = useState<State<Name>>(fresh)
  const { check, load } = useCheck()
  const attempting = useRef(false)
  const names = Object.keys(fields) as Name[]
  const read = (name: Name): string => state.values[name] ?? initial[name] ?? ''
  const wrong = (found: Check | undefined) => wrongIn(fields, read, found)
  return {
    values: Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>,
    errors: state.attempted ? { ...wrong(check), ...state.refused } : state.refused,
    failures: state.failures,
    dirty: names.some((name) => read(name) !== (initial[name] ?? '')),
    set: (name, value) => {
      void load()
      setState((before) => ({
        ...before,
        values: { ...before.values, [name]: value },
        refused: without(before.refused, name),
      }))
    },
    attempt: async () => {
      if (attempting.current) return false
      attempting.current = true
      const holds = Object.keys(wrong(await load())).length === 0
      attempting.current = false
      setState((before) => ({ ...before, attempted: !holds, failures: before.failures + (holds ? 0 : 1) }))
      return holds
    },
    refuse: (name, message) =>
      setState((before) => ({
        ...before,
        refused: { ...before.refused, [name]: message },
        failures: before.failures + 1,
      })),
    fail: () => setState((before) => ({ ...before, failures: before.failures + 1 })),
    reset: () => setState(fresh),
  }
}

/** The rules, and how to fetch them. If they cannot be fetched, the server alone checks. */
function useCheck(): { check: Check | undefined; load: () => Promise<Check | undefined> } {
  const { i18n } = useLingui()
  const [check, setCheck] = useState<Check>()
  const load = async () => {
    if (check !== undefined) return check
    try {
      const loaded = await (await import('./rules/check.ts')).checkIn(i18n.locale as LocaleCode)
      setCheck(loaded)
      return loaded
    } catch (error) {
      console.error('the rules of forms did not load', error)
      return undefined
    }
  }
  return { check, load }
}

function wrongIn<Name extends string>(
  fields: Record<Name, FormField>,
  read: (name: Name) => string,
  check: Check | undefined,
): Texts<Name> {
  if (check === undefined) return {}
  const entries = (Object.keys(fields) as Name[]).flatMap((name) => {
    const field = fields[name]
    const message = check.text(field, read(name))
    return message === undefined ? [] : [[name, field.message ?? message]]
  })
  return Object.fromEntries(entries) as Texts<Name>
}

function without<Name extends string>(texts: Texts<Name>, name: Name): Texts<Name> {
  const { [name]: _, ...rest } = texts
  return rest as Texts<Name>
}

function fresh<Name extends string>(): State<Name> {
  return { values: {}, refused: {}, attempted: false, failures: 0 }
}
