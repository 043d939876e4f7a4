// A form made from the schema of a file: a field for each value, lists and groups as parts that
// open.

import type { Schema } from '../api.ts'
import { FieldRow } from '../fields/field-row.tsx'
import { useField } from '../fields/use-field.ts'
import { below } from '../lib/pointer.ts'
import { inputOf, labelOf } from '../lib/schema.ts'
import { useStudio } from '../state/store.ts'
import { fieldTarget } from '../state/target.ts'
import type { FormPartProps } from './form-part-props.ts'
import { ListField } from './list-field.tsx'

/** The fields of a group, in the order of the schema. */
export function GroupFields({ file, pointer, schema }: { file: string; pointer: string; schema: Schema }) {
  return Object.entries(schema.properties ?? {}).map(([name, part]) => (
    <FormPart
      key={name}
      file={file}
      pointer={below(pointer, name)}
      schema={part}
      label={labelOf(name, part)}
      isRequired={schema.required?.includes(name) ?? false}
    />
  ))
}

/** The part for one value. */
export function FormPart(props: FormPartProps) {
  const { file, pointer, schema, label, isRequired } = props
  const target = fieldTarget(file, pointer)
  const { value } = useField(target)
  const kind = inputOf(schema, value)
  if (kind === 'list') return <ListField {...props} renderItem={(item) => <FormPart {...item} />} />
  if (kind === 'languages') return <LanguageFields {...props} />
  if (kind !== 'group') return <FieldRow target={target} schema={schema} label={label} isRequired={isRequired} />
  return (
    <details className="group" open={value !== undefined || undefined}>
      <summary>{label}</summary>
      {schema.description && <p className="help">{schema.description}</p>}
      <GroupFields file={file} pointer={pointer} schema={schema} />
    </details>
  )
}

function LanguageFields({ file, pointer, schema, label, isRequired }: FormPartProps) {
  const locales = useStudio((state) => state.info?.locales)
  const text: Schema = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : { type: 'string' }
  return (
    <fieldset>
      <legend>{label}</legend>
      {schema.description && <p className="help">{schema.description}</p>}
      {locales?.map(({ code, name }) => (
        <FormPart key={code} file={file} pointer={below(pointer, code)} schema={text} label={name} isRequired={isRequired} />
      ))}
    </fieldset>
  )
}
