// Name and note of a change set. The note says why; the log of builds keeps it.

import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChangeSet } from '../api.ts'
import { describeSet } from '../state/sets.ts'

/** The form. */
export function AboutSet({ set }: { set: ChangeSet }) {
  const [name, setName] = useState(set.name)
  const [note, setNote] = useState(set.note ?? '')
  const isChanged = name.trim() !== set.name || note !== (set.note ?? '')
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault()
        void describeSet(set.id, { name: name.trim() || set.name, note })
      }}
    >
      <h2>
        <Trans>About these changes</Trans>
      </h2>
      <div className="field">
        <label htmlFor="review-name">
          <Trans>Name</Trans>
        </label>
        <input id="review-name" value={name} onChange={({ target }) => setName(target.value)} />
      </div>
      <div className="field">
        <label htmlFor="review-note">
          <Trans>Note: why these changes?</Trans>
        </label>
        <textarea
          id="review-note"
          className="growing"
          rows={3}
          aria-describedby="review-note-help"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <p id="review-note-help" className="help">
          <Trans>Whoever publishes reads it, and it stays in the record of the site.</Trans>
        </p>
      </div>
      <button type="submit" disabled={!isChanged}>
        <Trans>Save name and note</Trans>
      </button>
    </form>
  )
}
