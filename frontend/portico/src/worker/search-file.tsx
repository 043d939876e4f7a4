// The file with which the origin answers a search without JavaScript: the parts of an answer as the
// browser would show them, with slots for texts, and the part of the results page that they
// replace.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { LocaleCode, ResultsFile, ResultsParts } from '#/contract.ts'
import { AnswerFrame, HitItem, HitList, HitPager, Kinds, KindText, PassageText } from '#/features/search/hits.tsx'
import styles from '#/features/search/search.module.css'
import { ANSWER_ID, QuestionField } from '#/features/search/search-page.tsx'
import type { SiteSearch } from '#/features/search/site-search.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { localeOf } from '#/i18n/locales.ts'
import { href } from '#/page/paths.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Empty, Failed } from '#/ui/State/State.tsx'
import type { FileMaker } from '#/worker/file-maker.ts'

export type SearchFileOptions = {
  site: SiteSearch
  /** The placeholder that the results page gives its field. */
  placeholder: (data: Parameters<FileMaker>[0]['payload']['data']) => string | undefined
}

/** Maker of that file, `results.json` of the results page. */
export function searchFile({ site, placeholder }: SearchFileOptions): FileMaker {
  return async ({ locale, payload }) => {
    const i18n = await loadI18n(locale, 'search')
    const html = (part: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>)
    const field = (question: string) => html(<QuestionField placeholder={placeholder(payload.data)} question={question} />)
    const file: ResultsFile = {
      places: { question: field(''), answer: html(<div id={ANSWER_ID} />) },
      parts: { ...parts(html, i18n, site, locale), question: field('{query}') },
      everything: i18n._(msg`Everything`),
      kinds: Object.fromEntries(Object.entries(site.kinds).map(([kind, name]) => [kind, i18n._(name)])),
      page: i18n._(msg({ message: 'Site pages', comment: 'Kind of pages: those that belong to no collection' })),
      months: monthsOf(locale),
    }
    return JSON.stringify(file)
  }
}

/** Parts as React makes them of the components, with slots for props. */
function parts(
  html: (part: ReactNode) => string,
  i18n: I18n,
  site: SiteSearch,
  locale: LocaleCode,
): Omit<ResultsParts, 'question'> {
  const [query, total, page, pages] = ['{query}', '{total}', '{page}', '{pages}']
  const kind = <KindText label="{name}" count="{count}" />
  const way = (route: SiteSearch['assistant'], words: string) =>
    route !== undefined && <ArrowLink href={href(route, {}, locale)}>{words}</ArrowLink>
  return {
    title: '“{query}” · {title}',
    answer: html(
      <div id={ANSWER_ID}>
        <AnswerFrame>{'{parts}'}</AnswerFrame>
      </div>,
    ),
    found: html(
      <p className={styles.status} role="status">
        {i18n._(msg({ message: `Pages found: ${total}`, comment: 'Above what was found, without JavaScript' }))}
      </p>,
    ),
    nothing: html(
      <Empty title={i18n._(msg`No page says anything about “${query}”.`)}>
        <p>{i18n._(msg`Fewer or other words may find it.`)}</p>
        <p className={styles.ways}>
          {way(site.assistant, i18n._(msg`Ask the assistant`))}
          {way(site.letter, i18n._(msg`Write to us`))}
        </p>
      </Empty>,
    ),
    limited: html(<Failed>{i18n._(msg`Many searches came from here in a short time. Please wait a minute.`)}</Failed>),
    failed: html(<Failed>{i18n._(msg`The search does not answer just now.`)}</Failed>),
    didYouMean: html(
      <p>
        {i18n._(msg`Did you mean`)} <a href="{href}">{'{words}'}</a>
      </p>,
    ),
    kinds: html(<Kinds label={i18n._(msg`Kinds of pages`)}>{'{kinds}'}</Kinds>),
    kind: html(
      <li>
        <a className={styles.kind} href="{href}">
          {kind}
        </a>
      </li>,
    ),
    chosenKind: html(
      <li>
        <a className={styles.kind} href="{href}" aria-current="page">
          {kind}
        </a>
      </li>,
    ),
    hits: html(<HitList>{'{hits}'}</HitList>),
    hit: html(
      <HitItem href="{href}" title="{title}" about="{about}" date="{date}" lang="{lang}">
        {'{passages}'}
      </HitItem>,
    ),
    date: html(<time dateTime="{date}">{dateText(locale)}</time>),
    passage: html(
      <PassageText href="{href}" heading="{heading}">
        {'{text}'}
      </PassageText>,
    ),
    plainPassage: html(<PassageText>{'{text}'}</PassageText>),
    mark: html(<mark>{'{text}'}</mark>),
    pager: html(
      <HitPager
        label={i18n._(msg`Pages of hits`)}
        place={i18n._(msg`Page ${page} of ${pages}`)}
        previous="{previous}"
        next="{next}"
      />,
    ),
    previous: html(
      <ArrowLink href="{href}" direction="back" rel="prev">
        {i18n._(msg`Previous`)}
      </ArrowLink>,
    ),
    next: html(
      <ArrowLink href="{href}" rel="next">
        {i18n._(msg`Next`)}
      </ArrowLink>,
    ),
  }
}

/** How a day is written, of `{year}`, `{month}` by its name, and `{day}`. */
function dateText(locale: LocaleCode): string {
  const parts = new Intl.DateTimeFormat(tag(locale), { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(new Date(0))
  return parts.map(({ type, value }) => (type === 'literal' ? value : `{${type}}`)).join('')
}

function monthsOf(locale: LocaleCode): string[] {
  const format = new Intl.DateTimeFormat(tag(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => {
    const found = format.formatToParts(new Date(Date.UTC(2001, month, 1))).find(({ type }) => type === 'month')
    return found?.value ?? String(month + 1)
  })
}

const tag = (locale: LocaleCode) => localeOf(locale).formats ?? locale
