// The state of a text, with the time at which it changes by itself, and whether it is behind its
// original.

import { useLingui } from '@lingui/react/macro'
import type { EntryText } from '../api.ts'
import { standingsOf } from './rows.ts'
import { STATE_WORDS } from './words.ts'

/** The badges. Times are those of the site. */
export function StateBadge({ text, timeZone }: { text: EntryText; timeZone: string | undefined }) {
  const { i18n, t } = useLingui()
  const { state, at } = text
  const time =
    at == null
      ? undefined
      : new Intl.DateTimeFormat(i18n.locale === 'en' ? 'en-GB' : i18n.locale, {
          dateStyle: 'medium',
          timeStyle: 'short',
          ...(timeZone !== undefined && { timeZone }),
        }).format(new Date(at))
  return (
    <>
      {standingsOf(text).map((standing) => (
        <span key={standing} className="badge" data-state={standing}>
          {i18n._(STATE_WORDS[standing])}
        </span>
      ))}
      {time !== undefined && <span className="help"> {state === 'live' ? t`until ${time}` : t`from ${time}`}</span>}
    </>
  )
}
