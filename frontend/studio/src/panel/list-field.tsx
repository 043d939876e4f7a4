// A list of texts or groups: its items can be added, removed and moved.

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ProblemList } from '../fields/problem-list.tsx'
import { useField } from '../fields/use-field.ts'
import { below } from '../lib/pointer.ts'
import { emptyValue } from '../lib/schema.ts'
import { fieldTarget } from '../state/target.ts'
import type { FormPartProps } from './form-part-props.ts'

/** Properties: the form makes the fields of an item. */
export type ListFieldProps = FormPartProps & { renderItem: (item: FormPartProps) => ReactNode }

/** The list. */
export function ListField({ file, pointer, schema, label, renderItem }: ListFieldProps) {
  const { t } = useLingui()
  const { value, problems, setValue } = useField(fieldTarget(file, pointer))
  const items = Array.isArray(value) ? value : []
  const itemSchema = schema.items ?? { type: 'string' }
  const move = (from: number, to: number) => setValue(items.toSpliced(from, 1).toSpliced(to, 0, items[from] ?? null))
  const remove = (index: number) => setValue(items.length === 1 ? undefined : items.toSpliced(index, 1))
  return (
    <fieldset className="list">
      <legend>{label}</legend>
      {schema.description && <p className="help">{schema.description}</p>}
      <ol>
        {items.map((_, index) => {
          const name = t`${label} ${index + 1}`
          const fields = renderItem({ file, pointer: below(pointer, index), schema: itemSchema, label: name, isRequired: true })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item of a file has no name but its number.
            <li key={index}>
              <div className="item">{fields}</div>
              <div className="moves">
                <button
                  type="button"
                  className="quiet"
                  disabled={index === 0}
                  aria-label={t`Move ${name} up`}
                  onClick={() => move(index, index - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="quiet"
                  disabled={index === items.length - 1}
                  aria-label={t`Move ${name} down`}
                  onClick={() => move(index, index + 1)}
                >
                  ↓
                </button>
                <button type="button" className="quiet" aria-label={t`Remove ${name}`} onClick={() => remove(index)}>
                  ✕
                </button>
              </div>
            </li>
          )
        })}
      </ol>
      <ProblemList problems={problems} />
      <button type="button" onClick={() => setValue([...items, emptyValue(itemSchema)])}>
        <Trans>Add to {label}</Trans>
      </button>
    </fieldset>
  )
}
