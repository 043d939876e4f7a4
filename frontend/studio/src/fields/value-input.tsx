// The input of one value: a text that grows, a choice, a number, a switch, a date or a time.

import { Trans } from '@lingui/react/macro'
import type { Schema, Value } from '../api.ts'
import { inputOf, isShort } from '../lib/schema.ts'

/** Properties of an input. `onChange` gets undefined where an optional value is emptied. */
export type ValueInputProps = {
  id: string
  schema: Schema
  value: Value | undefined
  isRequired: boolean
  isWrong: boolean
  describedBy: string
  onChange: (value: Value | undefined) => void
}

/** The input that fits the schema. */
export function ValueInput({ schema, value, isRequired, isWrong, describedBy, onChange, id }: ValueInputProps) {
  const kind = inputOf(schema, value)
  const text = value === undefined || value === null ? '' : String(value)
  const shared = { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong || undefined, required: isRequired }
  const change = (next: string) => onChange(next === '' && !isRequired ? undefined : next)
  if (kind === 'switch')
    return (
      <input
        {...shared}
        required={false}
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked || isRequired ? target.checked : undefined)}
      />
    )
  if (kind === 'choice')
    return (
      <select {...shared} value={text} onChange={({ target }) => onChange(choiceOf(schema, target.value))}>
        {(!isRequired || text === '') && <option value="" />}
        {schema.enum?.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    )
  if (kind === 'number')
    return (
      <input
        {...shared}
        type="number"
        step={schema.type === 'integer' ? 1 : 'any'}
        value={text}
        onChange={({ target }) => (target.value === '' ? change('') : onChange(Number(target.value)))}
      />
    )
  if (kind === 'date')
    return <input {...shared} type="date" value={text.slice(0, 10)} onChange={({ target }) => change(target.value)} />
  if (kind === 'time') return <TimeInput {...shared} text={text} onChange={change} />
  return (
    <textarea
      {...shared}
      className="growing"
      rows={isShort(value) ? 1 : 3}
      maxLength={schema.maxLength}
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** Time of the site's own zone, as the content has it: `2026-12-01 09:00`. */
function TimeInput({ text, onChange, ...rest }: { id: string; text: string; onChange: (text: string) => void }) {
  return (
    <>
      <input
        {...rest}
        type="datetime-local"
        value={text.replace(' ', 'T').slice(0, 16)}
        onChange={({ target }) => onChange(target.value.replace('T', ' '))}
      />
      {text !== '' && (
        <button type="button" className="quiet" onClick={() => onChange('')}>
          <Trans>Remove</Trans>
        </button>
      )}
    </>
  )
}

const choiceOf = ({ enum: choices = [] }: Schema, text: string) => choices.find((each) => String(each) === text)
