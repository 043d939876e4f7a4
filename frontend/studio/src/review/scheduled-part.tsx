// A change set that waits for its time.

import { Trans } from '@lingui/react/macro'
import type { ChangeSet } from '../api.ts'
import { withdraw } from './review-calls.ts'
import { useSiteTime } from './use-site-time.ts'

/** When, by whom, and the way back. */
export function ScheduledPart({ set, scheduled }: { set: ChangeSet; scheduled: { at: string; by: string } }) {
  const { by } = scheduled
  const at = useSiteTime()(scheduled.at)
  return (
    <section className="card" aria-labelledby="review-scheduled">
      <h2 id="review-scheduled">
        <Trans>Scheduled</Trans>
      </h2>
      <p role="status">
        <Trans>
          It will be published on {at}, as {by} has approved it.
        </Trans>
      </p>
      <div className="row">
        <button type="button" onClick={() => void withdraw(set)}>
          <Trans>Take the schedule back</Trans>
        </button>
      </div>
    </section>
  )
}
