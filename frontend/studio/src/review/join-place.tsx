// One place that two people changed: both versions, and the choice of one or of a joined text.

import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { MergeConflict } from '../api.ts'
import { differByWords, shortened } from '../lib/word-difference.ts'
import { type Choice, chosenText } from './join.ts'
import { MarkedText } from './marked-text.tsx'

/** Properties: `choice` is null until the editor has decided; a long text shows its changes. */
export type JoinPlaceProps = {
  title: string
  conflict: MergeConflict
  choice: Choice | null
  isLong?: boolean
  onChoice: (choice: Choice) => void
}

/** The place. A joined text begins with theirs. */
export function JoinPlace({ title, conflict, choice, isLong = false, onChoice }: JoinPlaceProps) {
  const { t } = useLingui()
  const name = useId()
  const radio = (from: Choice['from'], label: string) => (
    <label className="choice">
      <input
        type="radio"
        name={name}
        checked={choice?.from === from}
        onChange={() => onChoice(from === 'joined' ? { from, text: conflict.theirs.trimEnd() } : { from })}
      />
      {label}
    </label>
  )
  return (
    <fieldset className="place">
      <legend>{title}</legend>
      <div className="versions">
        <section data-chosen={choice?.from === 'mine' || undefined}>
          {radio('mine', t`Take mine`)}
          <Version conflict={conflict} side="mine" isLong={isLong} />
        </section>
        <section data-chosen={choice?.from === 'theirs' || undefined}>
          {radio('theirs', t`Take theirs`)}
          <Version conflict={conflict} side="theirs" isLong={isLong} />
        </section>
      </div>
      {radio('joined', t`Write a joined text`)}
      {choice?.from === 'joined' && (
        <textarea
          className="growing"
          rows={4}
          aria-label={t`Joined text`}
          value={chosenText(conflict, choice)}
          onChange={({ target }) => onChoice({ from: 'joined', text: target.value })}
        />
      )}
    </fieldset>
  )
}

/** Properties of a version. */
type VersionProps = { conflict: MergeConflict; side: 'mine' | 'theirs'; isLong: boolean }

/** One version, with its changes of the text that both began with. */
function Version({ conflict, side, isLong }: VersionProps) {
  if (conflict[side] === '')
    return (
      <p className="help">
        <Trans>Taken out.</Trans>
      </p>
    )
  const pieces = differByWords(conflict.base.trimEnd(), conflict[side].trimEnd())
  return <MarkedText pieces={isLong ? shortened(pieces) : pieces} />
}
