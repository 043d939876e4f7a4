// A field of a form: its name, its input, its description, and the reasons against its value.

import { useId } from 'react'
import type { Schema } from '../api.ts'
import { folderOf } from '../state/entry-files.ts'
import type { Target } from '../state/target.ts'
import { PictureInput } from './picture-input.tsx'
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
  const folder = folderOf(target.file)
  const shared = { id, value, isRequired, isWrong, describedBy: `${id}-help ${id}-problems`, onChange: setValue }
  return (
    <div className="field" data-wrong={isWrong || undefined}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {schema['x-image'] && folder !== undefined ? (
        <PictureInput {...shared} folder={folder} />
      ) : (
        <ValueInput {...shared} schema={schema} />
      )}
      <p id={`${id}-help`} className="help">
        {schema.description}
      </p>
      <ProblemList id={`${id}-problems`} problems={problems} />
    </div>
  )
}
