// The state of a text, with the time at which it changes by itself.

import { useLingui } from '@lingui/react/macro'
import type { EntryText } from '../api.ts'
import { STATE_WORDS } from './words.ts'

/** The badge. Times are those of the site. */
export function StateBadge({ text: { state, at }, timeZone }: { text: EntryText; timeZone: string | undefined }) {
  const { i18n, t } = useLingui()
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
      <span className="badge" data-state={state}>
        {i18n._(STATE_WORDS[state])}
      </span>
      {time !== undefined && <span className="help"> {state === 'live' ? t`until ${time}` : t`from ${time}`}</span>}
    </>
  )
}
