// A secret link to the whole site with the change set, for people without an account.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CallError, type Preview } from '../api.ts'
import { api } from '../state/calls.ts'

/** How long a link is open, in days. */
const DAYS = [1, 7, 30]

/** The button that makes a link, and the link. */
export function PreviewPart({ setId }: { setId: string }) {
  const { t, i18n } = useLingui()
  const [days, setDays] = useState(7)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Preview | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const make = async () => {
    setIsMaking(true)
    setMade(null)
    setRefusal(null)
    try {
      setMade(await api.preview(setId, days))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message)
    }
    setIsMaking(false)
  }
  // The gateway of this page shows previews, whatever the public address is.
  const until = made === null ? '' : i18n.date(made.until, { dateStyle: 'medium', timeStyle: 'short' })
  const address = made === null ? '' : new URL(new URL(made.url).pathname, window.location.origin).href
  return (
    <section className="card" aria-labelledby="review-preview">
      <h2 id="review-preview">
        <Trans>Show it to others first</Trans>
      </h2>
      <div className="row">
        <select aria-label={t`Open for`} value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {DAYS.map((each) => (
            <option key={each} value={each}>
              {i18n.number(each, { style: 'unit', unit: 'day', unitDisplay: 'long' })}
            </option>
          ))}
        </select>
        <button type="button" disabled={isMaking} onClick={() => void make()}>
          <Trans>Make a secret link</Trans>
        </button>
      </div>
      <p className="help">
        <Trans>Everyone with the link sees the whole site with these changes, drafts and members' pages included.</Trans>
      </p>
      <div role="status">
        {isMaking && (
          <>
            <p>
              <Trans>The site is being built…</Trans>
            </p>
            <progress aria-hidden="true" />
          </>
        )}
        {refusal !== null && (
          <p className="note" data-severity="error">
            {refusal}
          </p>
        )}
        {made !== null && (
          <>
            <p className="file">
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
            <p>
              <Trans>Open until {until}</Trans>
            </p>
          </>
        )}
      </div>
    </section>
  )
}
