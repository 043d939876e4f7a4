// The choice between the editor's own value and another editor's, side by side.

import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Value } from './api.ts'
import { valueAt } from './lib/pointer.ts'
import { decide } from './state/saving.ts'
import { type Conflict, useStudio } from './state/store.ts'

/** The dialog, while there is a conflict. */
export function ConflictDialog() {
  const conflict = useStudio((state) => state.conflict)
  return conflict === null ? null : <OpenConflict conflict={conflict} />
}

function OpenConflict({ conflict }: { conflict: Conflict }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
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
          <pre>{textOf(conflict.mine)}</pre>
          <button type="button" className="primary" onClick={() => void decide('mine')}>
            <Trans>Take mine</Trans>
          </button>
        </section>
        <section>
          <h3>
            <Trans>Theirs</Trans>
          </h3>
          <pre>{theirsOf(conflict)}</pre>
          <button type="button" onClick={() => void decide('theirs')}>
            <Trans>Take theirs</Trans>
          </button>
        </section>
      </div>
    </dialog>
  )
}

function theirsOf({ target, theirs }: Conflict): string {
  if (target.field !== '') return textOf(valueAt(theirs.fields ?? {}, target.field))
  const [first, last] = target.lines
  return (
    theirs.text
      ?.split('\n')
      .slice(first - 1, last)
      .join('\n') ?? ''
  )
}

const textOf = (value: Value | undefined) => (typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value ?? ''))
