// The way back to an earlier build. Before it, the dialog lists the pages that change for visitors.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { Dialog } from '../entries/dialog.tsx'
import type { Comparison } from '../past.ts'
import { api } from '../state/calls.ts'
import { rollBack } from './history-calls.ts'
import { useHistory } from './history-state.ts'

/** Pages of each kind that the dialog names. */
const NAMED = 6

/** Properties: `moment` is the time of the build in words. */
export type RollbackProps = { build: string; moment: string; page: string | null }

/** The button and its dialog. */
export function RollbackButton({ build, moment, page }: RollbackProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" aria-label={t`Roll back to this: ${moment}`} onClick={() => setIsOpen(true)}>
        <Trans>Roll back to this…</Trans>
      </button>
      {isOpen && <RollbackDialog build={build} moment={moment} page={page} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RollbackDialog({ build, moment, page, onClose }: RollbackProps & { onClose: () => void }) {
  const { t } = useLingui()
  const refusal = useHistory((state) => state.refusal)
  const [why, setWhy] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  // What was refused before has nothing to do with this question.
  useEffect(() => useHistory.setState({ refusal: null }), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    if (await rollBack(build, why.trim(), page)) onClose()
    else setIsAsked(false)
  }
  return (
    <Dialog title={t`Roll back to the build of ${moment}?`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          <Trans>Visitors see the site as it was then, within a second.</Trans>
        </p>
        <Consequence build={build} />
        <p>
          <Trans>
            What was published after that is held: nothing new is published until each of these texts is edited, or a publisher
            releases them. No text is lost; the content stays as it is.
          </Trans>
        </p>
        <label className="field">
          <Trans>Why? Everyone who edits the site reads it.</Trans>
          <textarea required rows={2} maxLength={400} value={why} onChange={({ target }) => setWhy(target.value)} />
        </label>
        {refusal !== null && (
          <p className="note" data-severity="error" role="alert">
            {refusal}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="primary" disabled={isAsked || why.trim() === ''}>
            <Trans>Roll back</Trans>
          </button>
          <button type="button" onClick={onClose}>
            <Trans>Cancel</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The pages that visitors will see differently. */
function Consequence({ build }: { build: string }) {
  const live = useHistory((state) => state.history?.live ?? null)
  const [found, setFound] = useState<Comparison | null>(null)
  useEffect(() => {
    if (live === null) return
    let isCurrent = true
    // Without the list, the dialog still explains a rollback.
    api.compareBuilds(live, build).then(
      (comparison) => isCurrent && setFound(comparison),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [live, build])
  if (found === null) return null
  const { counts, added, changed, removed } = found
  const [others, { around }] = [counts.added + counts.changed, counts]
  return (
    <ul className="held-parts">
      <li>
        <Plural value={others} _0="No text changes." one="# page changes:" other="# pages change:" />{' '}
        <span className="file">{[...changed.map(({ path }) => path), ...added].slice(0, NAMED).join(', ')}</span>
      </li>
      {counts.removed > 0 && (
        <li>
          <Plural value={counts.removed} one="# page goes:" other="# pages go:" />{' '}
          <span className="file">{removed.slice(0, NAMED).join(', ')}</span>
        </li>
      )}
      {around > 0 && (
        <li>
          <Plural
            value={around}
            one="# page differs only around its text, for example in the footer."
            other="# pages differ only around their text, for example in the footer."
          />
        </li>
      )}
    </ul>
  )
}
