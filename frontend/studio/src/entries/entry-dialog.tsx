// Acts on an entry: its files as texts, its times, a copy, another name, its end.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useMemo, useState } from 'react'
import type { Entry, Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { showView } from '../state/address.ts'
import { useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { Dialog } from './dialog.tsx'
import { type Act, actOn } from './entry-acts.ts'
import { PublicationForm } from './publication-form.tsx'
import { titleOf } from './rows.ts'
import { faultOf } from './slug.ts'
import { SlugField } from './slug-field.tsx'

/** Properties: `onDone` gets the name of a new entry, or null when the entry is deleted. */
export type EntryDialogProps = { entry: Entry; onClose: () => void; onDone: (slug: string | null) => void }

/** The dialog of one entry. */
export function EntryDialog({ entry, onClose, onDone }: EntryDialogProps) {
  const { t } = useLingui()
  const [act, setAct] = useState<Act | 'publication' | null>(null)
  const isMarkdown = entry.texts.some(({ path }) => path?.endsWith('.md'))
  const title = titleOf(entry, '')
  return (
    <Dialog title={title} onClose={onClose}>
      {act === 'publication' && <PublicationForm entry={entry} onBack={() => setAct(null)} onDone={() => onDone(entry.slug)} />}
      {act === null && (
        <ul className="choices">
          {isMarkdown && (
            <li>
              <button type="button" onClick={() => setAct('publication')}>
                <Trans>Draft, times, access</Trans>
              </button>
              <span className="help">{t`When visitors see the entry, in all languages.`}</span>
            </li>
          )}
          <FileButtons entry={entry} />
          <li>
            <button type="button" onClick={() => setAct('duplicate')}>
              <Trans>Duplicate</Trans>
            </button>
            <span className="help">{t`A copy under another name, as a draft.`}</span>
          </li>
          <li>
            <button type="button" onClick={() => setAct('rename')}>
              <Trans>Change the address</Trans>
            </button>
            {entry.texts.some(({ href }) => href) && <span className="help">{t`The old address leads to the new one.`}</span>}
          </li>
          <li>
            <button type="button" className="danger" onClick={() => setAct('delete')}>
              <Trans>Delete</Trans>
            </button>
            <span className="help">{t`In this change set. The site keeps the entry until you publish.`}</span>
          </li>
        </ul>
      )}
      {act !== null && act !== 'publication' && <ActForm entry={entry} act={act} onBack={() => setAct(null)} onDone={onDone} />}
    </Dialog>
  )
}

function FileButtons({ entry }: { entry: Entry }) {
  const locales = useStudio((state) => state.info?.locales)
  const paths = new Map(entry.texts.map(({ path, locale }) => [path, locale]))
  return [...paths].map(([path, locale]) => {
    const language = paths.size > 1 ? locales?.find(({ code }) => code === locale)?.name : undefined
    return (
      path !== undefined && (
        <li key={path}>
          <button type="button" onClick={() => showView({ name: 'file', file: path, line: null })}>
            <Trans>Edit as text</Trans>
            {language !== undefined && ` · ${language}`}
          </button>
          <span className="file">{path}</span>
        </li>
      )
    )
  })
}

type ActFormProps = { entry: Entry; act: Act; onBack: () => void; onDone: EntryDialogProps['onDone'] }

function ActForm({ entry, act, onBack, onDone }: ActFormProps) {
  const entries = useEntries((state) => state.entries)
  const locales = useStudio((state) => state.info?.locales)
  const [slug, setSlug] = useState('')
  const [problems, setProblems] = useState<Problem[]>([])
  const [isSending, setIsSending] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const taken = useMemo(
    () => new Set(entries.filter(({ collection }) => collection === entry.collection).map((each) => each.slug)),
    [entries, entry],
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsShown(true)
    if (isSending || (act !== 'delete' && faultOf(slug, taken) !== undefined)) return
    setIsSending(true)
    const found = await actOn(entry, act, slug, locales ?? [])
    setIsSending(false)
    setProblems(found)
    if (found.length === 0) onDone(act === 'delete' ? null : slug)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {act === 'delete' ? (
        <p className="help">
          <Trans>
            All languages of this entry are deleted, with its pictures. Where a page still links to it, the entry stays, and you
            see which page it is.
          </Trans>
        </p>
      ) : (
        <SlugField slug={slug} taken={taken} isShown={isShown || slug !== ''} onChange={setSlug} />
      )}
      {problems.length > 0 && (
        <section className="note" data-severity="error">
          <p>
            <Trans>Nothing was changed, since this would break the site. Mend these places first:</Trans>
          </p>
          <ProblemList problems={problems} withFiles />
        </section>
      )}
      <p className="actions">
        <button type="submit" className={act === 'delete' ? 'danger' : 'primary'} disabled={isSending}>
          {isSending && <Trans>One moment…</Trans>}
          {!isSending && act === 'duplicate' && <Trans>Duplicate</Trans>}
          {!isSending && act === 'rename' && <Trans>Change the address</Trans>}
          {!isSending && act === 'delete' && <Trans>Delete the entry</Trans>}
        </button>
        <button type="button" onClick={onBack}>
          <Trans>Back</Trans>
        </button>
      </p>
    </form>
  )
}
