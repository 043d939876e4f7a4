// Publishes change sets at a time of the site.

import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import type { ChangeSet } from '../api.ts'
import { civilTime } from '../lib/site-time.ts'
import { Names } from './publish-button.tsx'
import { schedule } from './publishing.ts'

/** Properties: `zone` is the time zone of the site. */
export type ScheduleButtonProps = { sets: ChangeSet[]; zone: string; isDisabled: boolean }

/** The button and its dialog. */
export function ScheduleButton({ sets, zone, isDisabled }: ScheduleButtonProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [at, setAt] = useState('')
  const [now, setNow] = useState('')
  const open = () => {
    setNow(civilTime(new Date(), zone))
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" disabled={isDisabled} onClick={open}>
        <Trans>Publish at a time…</Trans>
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={`${id}-title`}>
        <form method="dialog" onSubmit={() => void schedule(sets, at)}>
          <h2 id={`${id}-title`}>
            <Trans>Publish at a time</Trans>
          </h2>
          {sets.length > 1 && <Names sets={sets} />}
          <div className="field">
            <label htmlFor={`${id}-at`}>
              <Trans>Date and time</Trans>
            </label>
            <input
              id={`${id}-at`}
              type="datetime-local"
              required
              min={now}
              value={at}
              aria-describedby={`${id}-help`}
              onChange={({ target }) => setAt(target.value)}
            />
            <p id={`${id}-help`} className="help">
              {t`In the time of the site, ${zone}. There it is ${now.replace('T', ' ')} now.`}
            </p>
          </div>
          <p className="help">
            <Trans>Until then its texts cannot be changed. You can take the schedule back at any time.</Trans>
          </p>
          <div className="row">
            <button type="submit" className="primary">
              <Trans>Schedule</Trans>
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              <Trans>Cancel</Trans>
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
