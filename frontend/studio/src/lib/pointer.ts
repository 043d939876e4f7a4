// JSON pointers (RFC 6901) into the fields of a file. Changes return a new value.

import type { Fields, Value } from '../api.ts'

/** The names on the way to a value. */
const stepsOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The pointer to a member of the value at `pointer`. */
export const below = (pointer: string, name: string | number): string =>
  `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The value at a pointer; undefined if there is none. */
export function valueAt(value: Value | undefined, pointer: string): Value | undefined {
  return stepsOf(pointer).reduce<Value | undefined>((at, step) => (isGroup(at) ? (at as Fields)[step] : undefined), value)
}

/** The value with another one at the pointer; undefined takes it out. */
export function withValue(value: Value, pointer: string, next: Value | undefined): Value {
  return put(value, stepsOf(pointer), next) ?? null
}

function put(value: Value | undefined, [step, ...others]: string[], next: Value | undefined): Value | undefined {
  if (step === undefined) return next
  if (Array.isArray(value)) {
    const changed = put(value[Number(step)], others, next)
    return changed === undefined ? value.toSpliced(Number(step), 1) : Object.assign([...value], { [step]: changed })
  }
  const fields: Fields = isGroup(value) ? { ...(value as Fields) } : {}
  const changed = put(fields[step], others, next)
  if (changed === undefined) delete fields[step]
  else fields[step] = changed
  return fields
}

const isGroup = (value: Value | undefined) => typeof value === 'object' && value !== null
