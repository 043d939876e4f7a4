// Draft, times and access of an entry: the same in all of its languages, which the site demands.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import type { Entry, Fields, Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { ValueInput } from '../fields/value-input.tsx'
import { BUILT_IN, PUBLICATION } from '../panel/built-in.ts'
import { publish, readPublication } from './entry-acts.ts'

/** Properties: `onDone` is called when the values are saved. */
export type PublicationFormProps = { entry: Entry; onBack: () => void; onDone: () => void }

/** The form. */
export function PublicationForm({ entry, onBack, onDone }: PublicationFormProps) {
  const { i18n } = useLingui()
  const [values, setValues] = useState<Fields | null>(null)
  const [problems, setProblems] = useState<Problem[]>([])
  const [isSending, setIsSending] = useState(false)
  useEffect(() => void readPublication(entry).then(setValues), [entry])
  if (values === null)
    return (
      <p className="help">
        <Trans>Loading…</Trans>
      </p>
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    const found = await publish(entry, values)
    setIsSending(false)
    setProblems(found)
    if (found.length === 0) onDone()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className="help">
        <Trans>This holds for all languages of the entry.</Trans>
      </p>
      {BUILT_IN.filter(({ name }) => PUBLICATION.includes(name)).map(({ name, title, help, schema }) => (
        <div key={name} className="field">
          <label htmlFor={`publication-${name}`}>{i18n._(title)}</label>
          <ValueInput
            id={`publication-${name}`}
            schema={schema}
            value={values[name]}
            isRequired={false}
            isWrong={false}
            describedBy={`publication-${name}-help`}
            onChange={(value) => setValues({ ...values, [name]: value ?? null })}
          />
          <p id={`publication-${name}-help`} className="help">
            {i18n._(help)}
          </p>
        </div>
      ))}
      {problems.length > 0 && (
        <section className="note" data-severity="error">
          <p>
            <Trans>Nothing was changed, since this would break the site. Mend these places first:</Trans>
          </p>
          <ProblemList problems={problems} withFiles />
        </section>
      )}
      <p className="actions">
        <button type="submit" className="primary" disabled={isSending}>
          {isSending ? <Trans>One moment…</Trans> : <Trans>Save</Trans>}
        </button>
        <button type="button" onClick={onBack}>
          <Trans>Back</Trans>
        </button>
      </p>
    </form>
  )
}
