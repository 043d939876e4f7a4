// Moments in a given time zone. Separate from other dates: few pages need them.

import type { LocaleCode } from '#/contract.ts'
import { format } from '#/i18n/dates.ts'

/**
 * `21 Nov 2026, 11:04 (UTC+08:00)`: a moment in a given zone, as e-mails have it. Without a zone,
 * or with one that the browser does not know, it is UTC.
 */
export function zonedMomentText(moment: string, locale: LocaleCode, zone = 'UTC'): string {
  const timeZone = isKnownZone(zone) ? zone : 'UTC'
  const text = format(moment, locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return text
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(date)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  return `${text} (${name.replace('+00:00', '')})`
}

function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
