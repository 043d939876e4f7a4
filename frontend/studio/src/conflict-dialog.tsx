// The choice between the editor's own value and another editor's, side by side.

import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Value } from './api.ts'
import { valueAt } from './lib/pointer.ts'
import { differByWords } from './lib/word-difference.ts'
import { MarkedText } from './review/marked-text.tsx'
import { decide } from './state/saving.ts'
import { type Conflict, useStudio } from './state/store.ts'

/** The dialog, while there is a conflict. */
export function ConflictDialog() {
  const conflict = useStudio((state) => state.conflict)
  return conflict === null ? null : <OpenConflict conflict={conflict} />
}

function OpenConflict({ conflict }: { conflict: Conflict }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [mine, theirs] = [textOf(conflict.mine), theirsOf(conflict)]
  const [joined, setJoined] = useState(theirs)
  useEffect(() => dialog.current?.showModal(), [])
  const takeJoined = () => {
    useStudio.setState({ conflict: { ...conflict, mine: joined } })
    void decide('mine')
  }
  return (
    <dialog ref={dialog} aria-labelledby="conflict" onCancel={(event) => event.preventDefault()}>
      <h2 id="conflict">
        <Trans>Another editor has changed this file</Trans>
      </h2>
      <p className="file">{conflict.target.file}</p>
      <div className="versions">
        <section>
          <h3>
            <Trans>Yours</Trans>
          </h3>
          <pre>{mine}</pre>
          <button type="button" className="primary" onClick={() => void decide('mine')}>
            <Trans>Take mine</Trans>
          </button>
        </section>
        <section>
          <h3>
            <Trans>Theirs</Trans>
          </h3>
          <MarkedText pieces={differByWords(mine, theirs)} />
          <button type="button" onClick={() => void decide('theirs')}>
            <Trans>Take theirs</Trans>
          </button>
        </section>
      </div>
      {typeof conflict.mine === 'string' && (
        <div className="field">
          <label htmlFor="conflict-joined">
            <Trans>Joined text</Trans>
          </label>
          <textarea
            id="conflict-joined"
            className="growing"
            rows={4}
            value={joined}
            onChange={({ target }) => setJoined(target.value)}
          />
          <button type="button" onClick={takeJoined}>
            <Trans>Take the joined text</Trans>
          </button>
        </div>
      )}
    </dialog>
  )
}

function theirsOf({ target, lines, theirs }: Conflict): string {
  if (target.field !== '') return textOf(valueAt(theirs.fields ?? {}, target.field))
  const [first, last] = lines
  return (
    theirs.text
      ?.split('\n')
      .slice(first - 1, last)
      .join('\n') ?? ''
  )
}

const textOf = (value: Value | undefined) => (typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value ?? ''))
