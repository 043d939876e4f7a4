// The last step of a change set: an editor proposes it, a publisher publishes it, also with others.

import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ChangeSet, Changes } from '../api.ts'
import { useStudio } from '../state/store.ts'
import { Companions } from './companions.tsx'
import { isWorkOf } from './own-work.ts'
import { PublishButton } from './publish-button.tsx'
import { propose, withdraw } from './review-calls.ts'
import { ScheduleButton } from './schedule-button.tsx'

/** The buttons, and why they cannot be used now. */
export function PublishPart({ set, changes }: { set: ChangeSet; changes: Changes }) {
  const info = useStudio((state) => state.info)
  const sets = useStudio((state) => state.sets)
  const [companionIds, setCompanionIds] = useState<string[]>([])
  if (info === null || !['open', 'proposed'].includes(set.state) || set.files.length === 0) return null
  const isPublisher = info.roles.includes('publisher')
  const needsOther = (each: ChangeSet) => info.fourEyes && isWorkOf(each, info.user)
  const mayPublish = isPublisher && !needsOther(set)
  const others = sets.filter(
    (each) => each.id !== set.id && each.state === 'proposed' && each.files.length > 0 && !needsOther(each),
  )
  const chosen = [set, ...others.filter(({ id }) => companionIds.includes(id))]
  const hasConflicts = changes.files.some(({ conflict }) => conflict)
  const hasErrors = changes.problems.some(({ severity }) => severity === 'error')
  const isDisabled = hasConflicts || hasErrors
  return (
    <section className="card" aria-labelledby="review-publish">
      <h2 id="review-publish">{mayPublish ? <Trans>Publish</Trans> : <Trans>Hand in</Trans>}</h2>
      {set.state === 'proposed' && (
        <p role="status">
          {isPublisher ? <Trans>Proposed by {set.author}.</Trans> : <Trans>Proposed, waiting for a publisher.</Trans>}
        </p>
      )}
      {isPublisher && !mayPublish && (
        <p className="help">
          <Trans>You have worked on it yourself; on this site, another publisher looks at it and publishes it.</Trans>
        </p>
      )}
      {isDisabled && (
        <p className="help">
          {hasErrors ? (
            <Trans>It cannot be published until the problems are mended.</Trans>
          ) : (
            <Trans>It cannot be published until you have decided on the texts that someone else has changed, too.</Trans>
          )}
        </p>
      )}
      {mayPublish && <Companions sets={others} chosen={companionIds} onChange={setCompanionIds} />}
      <div className="row">
        {mayPublish && <PublishButton sets={chosen} changes={changes} isDisabled={isDisabled} />}
        {mayPublish && <ScheduleButton sets={chosen} zone={info.timeZone} isDisabled={isDisabled} />}
        {set.state === 'open' && !mayPublish && (
          <button type="button" className="primary" onClick={() => void propose(set)}>
            <Trans>Propose</Trans>
          </button>
        )}
        {set.state === 'proposed' && (
          <button type="button" onClick={() => void withdraw(set)}>
            <Trans>Withdraw</Trans>
          </button>
        )}
      </div>
    </section>
  )
}
