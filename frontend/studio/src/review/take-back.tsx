// The way back from a published change set: a new one with the texts as they were.

import { Trans } from '@lingui/react/macro'
import { api } from '../state/calls.ts'
import { openSet } from '../state/pages.ts'
import { loadSets } from '../state/sets.ts'
import { attempt } from './review-calls.ts'

/** The part of a published set. */
export function TakeBackPart({ setId }: { setId: string }) {
  const takeBack = () =>
    attempt(async () => {
      const set = await api.reverse(setId)
      await loadSets()
      await openSet(set.id)
    })
  return (
    <section className="card" aria-labelledby="review-take-back">
      <h2 id="review-take-back">
        <Trans>Was it wrong?</Trans>
      </h2>
      <p className="help">
        <Trans>
          This makes a new change set with the texts as they were. Later changes stay. You look at it, and it is published like
          any other.
        </Trans>
      </p>
      <button type="button" onClick={() => void takeBack()}>
        <Trans>Take this publication back</Trans>
      </button>
    </section>
  )
}
