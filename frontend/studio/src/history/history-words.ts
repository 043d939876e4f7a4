// Acts, persons and times of the history in words.

import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { History, HistoryLine, Verb } from '../past.ts'

/** Acts in a word. */
export const VERB_WORDS: Record<Verb, MessageDescriptor> = {
  publish: msg`Published`,
  stage: msg`Built, not published`,
  rollback: msg`Rolled back`,
  release: msg`Released`,
  prune: msg`Old builds deleted`,
  purge: msg`Removed for good`,
  undone: msg`Not carried out`,
  unknown: msg`Another act`,
}

/** The name of a person, or the words where there is none. */
export function personOf(by: string): string {
  if (by === 'clock') return i18n._(msg`by schedule`)
  return by === '' || by === 'unknown' ? i18n._(msg`person unknown`) : by
}

/** The pages that an act changed, in one sentence. */
export function pagesOf({ pages }: Pick<HistoryLine, 'pages'>): string {
  if (pages === null) return ''
  const { added, changed, removed, chrome, listing } = pages
  const words: [number, string][] = [
    [changed.count, i18n._(msg`${plural(changed.count, { one: '# page changed', other: '# pages changed' })}`)],
    [added.count, i18n._(msg`${plural(added.count, { one: '# new page', other: '# new pages' })}`)],
    [removed.count, i18n._(msg`${plural(removed.count, { one: '# page removed', other: '# pages removed' })}`)],
    [listing?.count ?? 0, i18n._(msg`${plural(listing?.count ?? 0, { one: '# page lists it', other: '# pages list it' })}`)],
    [chrome.count, i18n._(msg`${plural(chrome.count, { one: '# page around its text', other: '# pages around their text' })}`)],
  ]
  return words.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(' · ')
}

/** The pages that a line names. */
export function namedPaths({ pages }: Pick<HistoryLine, 'pages'>): string[] {
  if (pages === null) return []
  return [pages.changed, pages.added, pages.removed].flatMap(({ paths }) => paths ?? [])
}

const code = () => (i18n.locale === 'en' ? 'en-GB' : i18n.locale)

/** A day in words, from its key. */
export function dayOf(key: string): string {
  return new Intl.DateTimeFormat(code(), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${key}T00:00:00Z`))
}

/** A time of day by the clock of the site. */
export function hourOf(time: string, timeZone: string | null): string {
  return format(time, timeZone, { timeStyle: 'short' })
}

/** A day and a time by the clock of the site. */
export function momentOf(time: string, timeZone: string | null): string {
  return format(time, timeZone, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The moment of a build, as its own line has it, by the clock of the site. */
export function buildMomentOf(build: string, history: Pick<History, 'lines' | 'timeZone'> | null): string {
  // A rollback names its build once more: the last line is the one that made it.
  const line = history?.lines.findLast((each) => each.build === build)
  // A build whose line is not read yet is known by the time in its id.
  const time = line?.time ?? build.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*/, '$1-$2-$3T$4:$5:$6Z')
  return momentOf(time, history?.timeZone ?? null)
}

function format(time: string, timeZone: string | null, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(code(), { ...style, hourCycle: 'h23', ...(timeZone && { timeZone }) }).format(new Date(time))
}
