// A file that the change set and someone else changed: the editor decides place by place. Places
// that only one of them changed are joined already.

import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, type Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { useStudio } from '../state/store.ts'
import { nameOfField, schemaOfField } from './field-name.ts'
import { type Choice, joinParagraphs } from './join.ts'
import { loadVersions, saveJoined, saveWhole, type Versions } from './join-calls.ts'
import { JoinPlace } from './join-place.tsx'
import { useReview } from './review-state.ts'

/** The dialog, while a file is being joined. */
export function JoinDialog() {
  const path = useReview((state) => state.joining)
  return path === null ? null : <OpenDialog key={path} path={path} />
}

const close = () => useReview.setState({ joining: null })

function OpenDialog({ path }: { path: string }) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const [versions, setVersions] = useState<Versions | null>(null)
  const [message, setMessage] = useState('')
  const [problems, setProblems] = useState<Problem[]>([])
  useEffect(() => dialog.current?.showModal(), [])
  const attempt = useCallback(
    async (call: () => Promise<void>) => {
      setMessage('')
      try {
        await call()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status !== 409) return setMessage(error.message)
        // Nothing is overwritten unseen: the newer version is shown first.
        setVersions(await loadVersions(path))
        setMessage(t`The text was changed once more in between. Please decide again.`)
      }
    },
    [path, t],
  )
  useEffect(() => {
    void attempt(async () => setVersions(await loadVersions(path)))
  }, [path, attempt])
  const save = (call: () => Promise<Problem[]>) =>
    void attempt(async () => {
      const found = await call()
      setProblems(found)
      if (!found.some(({ severity }) => severity === 'error')) close()
    })
  return (
    <dialog ref={dialog} className="join" aria-labelledby="join-title" onClose={close}>
      <h2 id="join-title">
        <Trans>Two people have changed this text</Trans>
      </h2>
      <p className="file">{path}</p>
      <div role="status">{message && <p className="note">{message}</p>}</div>
      {versions === null ? (
        <p className="help">
          <Trans>Loading…</Trans>
        </p>
      ) : (
        <Places key={versions.merge.theirsVersion} path={path} versions={versions} onSave={save} />
      )}
      <ProblemList problems={problems} />
    </dialog>
  )
}

type PlacesProps = { path: string; versions: Versions; onSave: (call: () => Promise<Problem[]>) => void }

function Places({ path, versions, onSave }: PlacesProps) {
  const { t } = useLingui()
  const info = useStudio((state) => state.info)
  const conflicts = versions.merge.merged?.conflicts ?? []
  const [choices, setChoices] = useState<(Choice | null)[]>(() => conflicts.map(() => null))
  const isWhole = joinParagraphs(versions.merge, []) === null
  if (isWhole) return <WholePlaces versions={versions} onSave={onSave} />
  const open = choices.filter((choice) => choice === null).length
  return (
    <>
      <p>
        <Trans>What only one of you changed is joined already. Decide for each place that you both changed.</Trans>
      </p>
      {conflicts.map((conflict, index) => (
        <JoinPlace
          // biome-ignore lint/suspicious/noArrayIndexKey: conflicts stay in their order while the dialog is open.
          key={index}
          title={conflict.field === null ? t`Paragraph` : nameOfField(info, path, conflict.field)}
          conflict={conflict}
          choice={choices[index] ?? null}
          onChoice={(choice) => setChoices(choices.with(index, choice))}
        />
      ))}
      <Actions
        isReady={open === 0}
        onSave={() =>
          onSave(() =>
            saveJoined(
              versions,
              choices.map((choice) => choice ?? { from: 'theirs' }),
              (field) => schemaOfField(info, path, field),
            ),
          )
        }
      />
    </>
  )
}

/** One choice for the whole file: one side removed it, or its places cannot be found. */
function WholePlaces({ versions, onSave }: Omit<PlacesProps, 'path'>) {
  const { t } = useLingui()
  const { base, mine, merged } = versions.merge
  // Where places cannot be found, the joined text has the changes of this set alone.
  const theirs = merged?.text ?? versions.merge.theirs
  const [choice, setChoice] = useState<Choice | null>(null)
  const chosen = choice?.from === 'joined' ? choice.text : choice?.from === 'mine' ? mine : theirs
  return (
    <>
      <JoinPlace
        title={t`The whole file`}
        conflict={{ field: null, base: base ?? '', mine: mine ?? '', theirs: theirs ?? '' }}
        choice={choice}
        isLong
        onChoice={setChoice}
      />
      <Actions isReady={choice !== null} onSave={() => onSave(() => saveWhole(versions, chosen))} />
    </>
  )
}

function Actions({ isReady, onSave }: { isReady: boolean; onSave: () => void }) {
  return (
    <div className="row">
      <button type="button" className="primary" disabled={!isReady} onClick={onSave}>
        <Trans>Save</Trans>
      </button>
      <button type="button" onClick={close}>
        <Trans>Cancel</Trans>
      </button>
      {!isReady && (
        <p className="help">
          <Trans>Decide for each place first.</Trans>
        </p>
      )}
    </div>
  )
}
