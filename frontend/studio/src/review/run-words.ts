// A job on its way to the site in plain words.

import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { End, Run } from './job-run.ts'

/** How far the job came, or how it ended. */
export function sentenceOf(run: Run): string {
  return run.end === null ? progressOf(run) : endOf(run, run.end)
}

function progressOf({ phase, done, total, gateways }: Run): string {
  switch (phase) {
    case 'queued':
      return i18n._(msg`Waiting: another change is being published first.`)
    case 'pages':
      return total > 0 ? i18n._(msg`Writing the pages: ${done} of ${total}.`) : i18n._(msg`Writing the pages.`)
    case 'files':
      return i18n._(msg`Making pictures, fonts and lists of pages.`)
    case 'publish':
      return i18n._(msg`Putting the new pages in place.`)
    case 'published':
    case 'live': {
      const asked = gateways.length
      return asked > 0
        ? i18n._(msg`Published. Checking what visitors get: ${asked} checked so far.`)
        : i18n._(msg`Published. Checking what visitors get.`)
    }
    default:
      return i18n._(msg`Checking the texts.`)
  }
}

function endOf(run: Run, end: End): string {
  switch (end.kind) {
    case 'unchanged':
      return i18n._(msg`The site has exactly these texts already; nothing changed for visitors.`)
    case 'lost':
      return i18n._(msg`The publication was interrupted. Visitors see the site as before; please publish again.`)
    case 'failed':
      return i18n._(msg`Not published. Visitors see the site as before.`)
    case 'held': {
      const [by, since] = [end.by, timeOf(new Date(end.since), true)]
      return i18n._(msg`Held: ${by} took exactly these texts off the site (${since}), so they were not published again.`)
    }
    case 'live':
      return liveSentence(run)
  }
}

function liveSentence({ publishedAt, gateways }: Run): string {
  const time = publishedAt === null ? '' : timeOf(publishedAt)
  const asked = gateways.length
  const live = gateways.filter((each) => each.live).length
  if (asked === 0) return i18n._(msg`Published at ${time}; it was not checked what visitors get.`)
  if (live === 0) return i18n._(msg`Published at ${time}, but no gateway shows it yet.`)
  return i18n._(msg`Live since ${time} on ${live} of ${plural(asked, { one: '# gateway', other: '# gateways' })}.`)
}

/** A time of day, with the day if asked, in the studio's language. */
export function timeOf(time: Date, withDay = false): string {
  const language = i18n.locale === 'en' ? 'en-GB' : i18n.locale
  return new Intl.DateTimeFormat(
    language,
    withDay ? { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } : { timeStyle: 'medium', hourCycle: 'h23' },
  ).format(time)
}

/** The time that is left, where it is known. */
export function waitOf({ secondsLeft }: Run): string | null {
  return secondsLeft === null ? null : i18n._(msg`About ${plural(secondsLeft, { one: '# second', other: '# seconds' })} left.`)
}
