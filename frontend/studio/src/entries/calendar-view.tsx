// Texts that appear or are taken down in the next days, by day of the site.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useMemo } from 'react'
import { goTo } from '../state/address.ts'
import { loadEntries, useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { DAYS, daysOf } from './calendar.ts'
import { ViewTabs } from './view-tabs.tsx'

/** The calendar. */
export function CalendarView() {
  const { t, i18n } = useLingui()
  const heading = useId()
  const setId = useStudio((state) => state.setId)
  const locales = useStudio((state) => state.info?.locales)
  const { entries, timeZone, isLoading } = useEntries()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has other entries.
  useEffect(() => void loadEntries(), [setId])
  const days = useMemo(() => daysOf(entries, timeZone, new Date()), [entries, timeZone])
  const code = i18n.locale === 'en' ? 'en-GB' : i18n.locale
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = new Intl.DateTimeFormat(code, { ...zone, dateStyle: 'full' })
  const hour = new Intl.DateTimeFormat(code, { ...zone, timeStyle: 'short' })
  return (
    <main className="view" aria-labelledby={heading}>
      <header className="view-head">
        <h2 id={heading}>
          <Trans>Entries</Trans>
        </h2>
        <ViewTabs />
      </header>
      <p className="help">
        {t`What appears and what is taken down in the next ${DAYS} days.`} {timeZone !== undefined && t`Times of ${timeZone}.`}
      </p>
      {days.length === 0 && (
        <p className="empty" role="status">
          {isLoading ? t`Loading…` : t`Nothing is scheduled. In the list, “…” beside an entry gives it a time.`}
        </p>
      )}
      {days.map(({ key, events }) => (
        <section key={key} className="day">
          <h3>{day.format(events[0]?.at)}</h3>
          <ul>
            {events.map(({ at, kind, title, locale, href, id }) => (
              <li key={id}>
                <time dateTime={at.toISOString()}>{hour.format(at)}</time>
                <span className="badge" data-state={kind === 'live' ? 'scheduled' : 'expired'}>
                  {kind === 'live' ? t`appears` : t`is taken down`}
                </span>
                {href ? (
                  <button type="button" className="quiet" onClick={() => void goTo(href)}>
                    {title}
                  </button>
                ) : (
                  <span>{title}</span>
                )}
                <span className="help">{locales?.find((each) => each.code === locale)?.name}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  )
}
