// The control for a question of a form, by its kind.

import { Trans, useLingui } from '@lingui/react/macro'
import { useIsLive } from '#/state/use-is-live.ts'
import { ChoicesField } from '#/ui/Field/ChoicesField.tsx'
import { SelectField, TextAreaField, TextField } from '#/ui/Field/Field.tsx'
import type { FieldKind } from '#/ui/form/field-rules.ts'
import type { Form } from '#/ui/form/use-form.ts'
import type { Question } from './form-definition.ts'

export function QuestionField({ question, form }: { question: Question; form: Form<string> }) {
  const { t } = useLingui()
  const isLive = useIsLive()
  const { kind, name, label, hint, optional, autocomplete, options = [] } = question
  const control = {
    name,
    label,
    hint,
    look: 'line',
    optional: optional && <Optional />,
    error: form.errors[name],
  } as const
  const required = !optional
  const value = form.values[name] ?? ''
  const take = (event: { target: { value: string } }) => form.set(name, event.target.value)
  if (kind === 'choices') {
    return <ChoicesField {...control} options={options} value={value} onChange={(chosen) => form.set(name, chosen)} />
  }
  if (kind === 'choice') {
    return (
      <SelectField {...control} value={value} required={required} onChange={take}>
        <option value="">{t`Please choose`}</option>
        {options.map(({ value, label }) => (
          <option value={value} key={value}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  }
  // A live form itself reports a text that is too long, and cuts none.
  const length = isLive || kind === 'number' || kind === 'date' ? {} : lengthOf(question)
  const text = { ...control, ...length, value, required, onChange: take, autoComplete: autocomplete }
  if (kind === 'lines') return <TextAreaField {...text} />
  return <TextField {...text} {...INPUT[kind]} />
}

/** Bounds of a text for the browser. */
function lengthOf({ len, min = len, max = len }: Question): { minLength?: number; maxLength?: number } {
  return { ...(min === undefined ? {} : { minLength: min }), ...(max === undefined ? {} : { maxLength: max }) }
}

/** Shown after a label. */
export function Optional() {
  return <Trans comment="After a field's label">(optional)</Trans>
}

/** A number is typed as text: an arrow key should not change an amount. */
const INPUT: { [kind in Exclude<FieldKind, 'lines' | 'choice' | 'choices'>]: { type?: string; inputMode?: 'decimal' | 'url' } } =
  {
    text: {},
    email: { type: 'email' },
    tel: { type: 'tel' },
    url: { inputMode: 'url' },
    date: { type: 'date' },
    number: { inputMode: 'decimal' },
  }
