// A new entry: collection, name, and the fields that it must have in each language.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useMemo, useState } from 'react'
import type { Fields, Problem, Value } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { ValueInput } from '../fields/value-input.tsx'
import { labelOf } from '../lib/schema.ts'
import { goTo, showView } from '../state/address.ts'
import { useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { changeFiles } from './change-files.ts'
import { collectionName } from './collection-name.ts'
import { Dialog } from './dialog.tsx'
import { type FormField, formOf, valuesOf } from './new-form.ts'
import { additions } from './plans.ts'
import { targetOfEntry } from './rows.ts'
import { faultOf, slugOf } from './slug.ts'
import { SlugField } from './slug-field.tsx'

/** The dialog. The new entry is a draft, and its page is shown. */
export function NewEntryDialog({ collection: first, onClose }: { collection: string; onClose: () => void }) {
  const { t } = useLingui()
  const info = useStudio((state) => state.info)
  const entries = useEntries((state) => state.entries)
  const [name, setName] = useState(first || info?.collections[0]?.name || '')
  const [typed, setTyped] = useState<Fields>({})
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problem[]>([])
  const [isSending, setIsSending] = useState(false)
  const collection = info?.collections.find((each) => each.name === name)
  const locales = info?.locales ?? []
  const form = useMemo(
    () => (collection === undefined ? [] : formOf(collection, info?.locales ?? [], entries)),
    [collection, info, entries],
  )
  const taken = useMemo(
    () => new Set(entries.filter((entry) => entry.collection === name).map(({ slug }) => slug)),
    [entries, name],
  )
  const titles = form.filter(({ isTitle }) => isTitle).map(({ key }) => slugOf(String(typed[key] ?? '')))
  const slug = ownSlug ?? titles.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const hasTitle = form.some(({ isTitle, key }) => isTitle && typed[key])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (collection === undefined || isSending) return
    if (faultOf(slug, taken) !== undefined) {
      setOwnSlug(slug)
      return
    }
    setIsSending(true)
    const found = await changeFiles(additions(collection, slug, locales, valuesOf(form, typed, collection)))
    setIsSending(false)
    setProblems(found)
    if (found.length > 0) return
    onClose()
    openEntry(name, slug)
  }

  return (
    <Dialog title={t`New entry`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="new-collection">
            <Trans>Collection</Trans>
          </label>
          <select id="new-collection" value={name} onChange={({ target }) => setName(target.value)}>
            {info?.collections.map((each) => (
              <option key={each.name} value={each.name}>
                {collectionName(info, each.name)}
              </option>
            ))}
          </select>
          <p className="help">{collection?.schema.description}</p>
        </div>
        {form.map((field) => (
          <NewField
            key={`${name}:${field.key}`}
            field={field}
            value={typed[field.key]}
            onChange={(value) => setTyped((before) => ({ ...before, [field.key]: value ?? '' }))}
          />
        ))}
        <SlugField slug={slug} taken={taken} isShown={ownSlug !== null || hasTitle} onChange={setOwnSlug} />
        {problems.length > 0 && (
          <section className="note" data-severity="error">
            <p>
              <Trans>The entry was not added, since the site cannot have it like this:</Trans>
            </p>
            <ProblemList problems={problems} withFiles />
          </section>
        )}
        <p className="help">
          {collection?.kind === 'data' ? (
            <Trans>The entry is added to the change set. Visitors see nothing of it before you publish.</Trans>
          ) : (
            <Trans>The entry begins as a draft in every language: visitors see nothing of it.</Trans>
          )}
        </p>
        <p className="actions">
          <button type="submit" className="primary" disabled={isSending}>
            {isSending ? <Trans>Adding…</Trans> : <Trans>Add entry</Trans>}
          </button>
          <button type="button" onClick={onClose}>
            <Trans>Cancel</Trans>
          </button>
        </p>
      </form>
    </Dialog>
  )
}

type NewFieldProps = { field: FormField; value: Value | undefined; onChange: (value: Value | undefined) => void }

function NewField({ field, value, onChange }: NewFieldProps) {
  const id = `new-${field.key}`
  return (
    <div className="field">
      <label htmlFor={id}>
        {labelOf(field.name, field.schema)}
        {field.language !== undefined && <span className="count"> · {field.language}</span>}
        <span aria-hidden="true"> *</span>
      </label>
      <ValueInput
        id={id}
        schema={field.schema}
        value={value ?? field.start}
        isRequired
        isWrong={false}
        describedBy={`${id}-help`}
        onChange={onChange}
      />
      <p id={`${id}-help`} className="help">
        {field.schema.description}
      </p>
    </div>
  )
}

/** Shows the page of an entry, or its file if it has none. */
function openEntry(collection: string, slug: string): void {
  const entry = useEntries.getState().entries.find((each) => each.collection === collection && each.slug === slug)
  const target = entry && targetOfEntry(entry, '')
  if (target === undefined) return
  if ('href' in target) void goTo(target.href)
  else showView({ name: 'file', file: target.file, line: null })
}
