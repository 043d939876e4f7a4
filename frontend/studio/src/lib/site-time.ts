// Times in the time zone of the site.

/** What a clock of the site shows, as a date field wants it: `2026-12-01T08:00`. */
export function civilTime(time: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** The time on a clock of the site, and in which zone if that is not the reader's own. */
export function siteTime(time: Date, zone: string, locale: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const language = locale === 'en' ? 'en-GB' : locale
  const text = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(time)
  return own === zone ? text : `${text} (${zone})`
}
