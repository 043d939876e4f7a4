// The value of a field as the editor sees it: the text typed last, else the saved one.

import { useMemo } from 'react'
import type { Problem, Value } from '../api.ts'
import { valueAt, withValue } from '../lib/pointer.ts'
import { change } from '../state/saving.ts'
import { useStudio } from '../state/store.ts'
import { keyOf, type Target } from '../state/target.ts'

const NONE: Problem[] = []

/** A field's value, the reasons against it, and how to change it. */
export type FieldState = { value: Value | undefined; problems: Problem[]; setValue: (value: Value | undefined) => void }

/** The state of a field. */
export function useField(target: Target): FieldState {
  const fields = useFields(target.file)
  const problems = useStudio((state) => state.problems[keyOf(target)] ?? NONE)
  return { value: valueAt(fields, target.field), problems, setValue: (value) => change(target, value) }
}

/** The fields of a file with all that was typed. */
export function useFields(file: string): Value {
  const saved = useStudio((state) => state.files[file]?.fields)
  const typed = useStudio((state) => state.typed)
  return useMemo(() => {
    const own = Object.entries(typed).filter(([key]) => key.startsWith(`${file}#/`))
    return own.reduce<Value>(
      (fields, [key, value]) => withValue(fields, key.slice(file.length + 1), value ?? undefined),
      saved ?? {},
    )
  }, [saved, typed, file])
}
