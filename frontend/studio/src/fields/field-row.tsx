// A field of a form: its name, its input, its description, and the reasons against its value.

import { useId } from 'react'
import type { Schema } from '../api.ts'
import type { Target } from '../state/target.ts'
import { ProblemList } from './problem-list.tsx'
import { useField } from './use-field.ts'
import { ValueInput } from './value-input.tsx'

/** A field with one value. */
export function FieldRow({
  target,
  schema,
  label,
  isRequired,
}: {
  target: Target
  schema: Schema
  label: string
  isRequired: boolean
}) {
  const id = useId()
  const { value, problems, setValue } = useField(target)
  const isWrong = problems.some(({ severity }) => severity === 'error')
  return (
    <div className="field" data-wrong={isWrong || undefined}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <ValueInput
        id={id}
        schema={schema}
        value={value}
        isRequired={isRequired}
        isWrong={isWrong}
        describedBy={`${id}-help ${id}-problems`}
        onChange={setValue}
      />
      <p id={`${id}-help`} className="help">
        {schema.description}
      </p>
      <ProblemList id={`${id}-problems`} problems={problems} />
    </div>
  )
}
