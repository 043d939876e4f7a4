// Proposed change sets that are published together with the one that is shown.

import { Trans } from '@lingui/react/macro'
import type { ChangeSet } from '../api.ts'
import { openSet } from '../state/pages.ts'

/** Properties: `chosen` are ids. */
export type CompanionsProps = { sets: ChangeSet[]; chosen: string[]; onChange: (chosen: string[]) => void }

/** A box for each; nothing without one. */
export function Companions({ sets, chosen, onChange }: CompanionsProps) {
  if (sets.length === 0) return null
  const turn = (id: string, isChosen: boolean) => onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <fieldset className="companions">
      <legend>
        <Trans>Publish together with</Trans>
      </legend>
      {sets.map(({ id, name, author }) => (
        <div key={id}>
          <label>
            <input type="checkbox" checked={chosen.includes(id)} onChange={({ target }) => turn(id, target.checked)} /> {name}
          </label>
          <p className="help">
            {author} ·{' '}
            <button type="button" className="link" onClick={() => void openSet(id)}>
              <Trans>Look at it</Trans>
            </button>
          </p>
        </div>
      ))}
    </fieldset>
  )
}
