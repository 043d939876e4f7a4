// A whole file as a text, fields and body: the way to mend a file that has no form. A button saves
// it.

import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { ProblemList } from '../fields/problem-list.tsx'
import { showView } from '../state/address.ts'
import { useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'
import { closeFile, isDirty, openFile, saveFile, takeVersion, typeText, useTextFile } from './text-file.ts'

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

/** The text editor of the file that the address names. */
export function FileView() {
  const { t } = useLingui()
  const heading = useId()
  const view = useView()
  const setId = useStudio((state) => state.setId)
  const state = useTextFile()
  const path = view.name === 'file' ? view.file : ''
  const asked = view.name === 'file' ? view.line : null
  const [line, setLine] = useState<{ number: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has another version of the file.
  useEffect(() => void openFile(path), [path, setId])
  useEffect(() => closeFile, [])
  useEffect(() => setLine(asked === null ? null : { number: asked }), [asked])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isDirty() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const { file, text, problems, isSaving, isKept, theirs, opened } = state
  const dirty = isDirty(state)
  return (
    <main className="view" aria-labelledby={heading}>
      <header className="view-head">
        <h2 id={heading} className="path">
          {path}
        </h2>
        <button type="button" className="quiet" onClick={() => showView({ name: 'entries' })}>
          <Trans>All entries</Trans>
        </button>
        <button type="button" className="primary" disabled={!dirty || isSaving} onClick={() => void saveFile()}>
          {isSaving ? <Trans>Saving…</Trans> : <Trans>Save the file</Trans>}
        </button>
      </header>
      <p className="help" role="status">
        {dirty ? t`Not saved yet. Ctrl+S or ⌘S saves.` : t`The file is as it is saved in the change set.`}
      </p>
      {isKept && (
        <p className="note">
          <Trans>This text was not saved last time, and is here again.</Trans>{' '}
          <button type="button" onClick={() => typeText(file?.text ?? '', true)}>
            <Trans>Show the saved one</Trans>
          </button>
        </p>
      )}
      {theirs !== null && (
        <section className="note" data-severity="error">
          <p>
            <Trans>Another editor has changed this file in the meantime.</Trans>
          </p>
          <p className="actions">
            <button type="button" className="primary" onClick={() => void takeVersion('mine')}>
              <Trans>Save mine</Trans>
            </button>
            <button type="button" onClick={() => void takeVersion('theirs')}>
              <Trans>Take theirs</Trans>
            </button>
          </p>
        </section>
      )}
      {problems.length > 0 && (
        <section className="note" data-severity="error">
          <ProblemList problems={problems} withFiles onLine={(number) => setLine({ number })} />
        </section>
      )}
      {file !== null && file.text === null && (
        <p className="empty">
          <Trans>There is no such text in this change set.</Trans>
        </p>
      )}
      {file !== null && file.text !== null && (
        <Suspense fallback={<p className="help">{t`Loading…`}</p>}>
          <TextEditor key={opened} text={text} line={line} label={path} onChange={typeText} onSave={() => void saveFile()} />
        </Suspense>
      )}
    </main>
  )
}
