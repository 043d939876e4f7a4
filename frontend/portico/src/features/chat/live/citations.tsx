// Sources as numbered notes beside an answer, or the nearest pages to a question that no page
// answers; and passages, word for word, that are the answer themselves.

import { Trans, useLingui } from '@lingui/react/macro'
import { dayText } from '#/i18n/dates.ts'
import { usePage } from '#/page/page.tsx'
import { type Citation, placeOf, type Quote } from '../exchange.ts'

export type CitationsProps = {
  citations: readonly Citation[]
  /**
   * `beside`: an answer in other words, so each note has a passage; `answer`: the passages are the
   * answer; `near`: no page answers.
   */
  place: 'answer' | 'beside' | 'near'
}

export function Citations({ citations, place }: CitationsProps) {
  const { locale } = usePage()
  return (
    <div className="chat-sources" data-place={place}>
      <h3 className="chat-label">{place === 'near' ? <Trans>The nearest pages</Trans> : <Trans>Sources</Trans>}</h3>
      <ol>
        {citations.map((citation) => {
          const [quote] = citation.quotes
          return (
            <li value={citation.number} lang={foreignLocale(citation, locale)} key={citation.number}>
              <a className="chat-title" href={placeOf(citation, place === 'near' ? undefined : quote)}>
                {citation.title}
              </a>
              {citation.date !== undefined && (
                <time className="chat-date" dateTime={citation.date}>
                  {dayText(citation.date, locale)}
                </time>
              )}
              {place !== 'near' && <Heading citation={citation} quote={quote} />}
              {place === 'beside' && quote !== undefined && (
                <blockquote className="chat-quote">
                  <p>{quote.text}</p>
                </blockquote>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Passages that answer, read as text, each with the number of its note. */
export function QuotedAnswer({ citations }: Pick<CitationsProps, 'citations'>) {
  const { locale } = usePage()
  return citations.map((citation) =>
    citation.quotes.map((quote) => (
      <div className="chat-words" lang={foreignLocale(citation, locale)} key={`${citation.number} ${quote.text}`}>
        <blockquote>
          <p>{quote.text}</p>
        </blockquote>
        <SourceNumber source={citation} quote={quote} />
      </div>
    )),
  )
}

/** The number of a source, which leads to the passage. */
export function SourceNumber({ source, quote }: { source: Citation; quote: Quote | undefined }) {
  const { t } = useLingui()
  const { number, title } = source
  return (
    <a className="chat-number" href={placeOf(source, quote)} aria-label={t`Source ${number}: ${title}`}>
      {number}
    </a>
  )
}

/** The heading above the passage leads to its place. */
function Heading({ citation, quote }: { citation: Citation; quote: Quote | undefined }) {
  if (quote?.heading === undefined || quote.heading === citation.title) return null
  return (
    <p className="chat-heading">
      <a href={placeOf(citation, quote)}>{quote.heading}</a>
    </p>
  )
}

const foreignLocale = (citation: Citation, locale: string) => (citation.locale === locale ? undefined : citation.locale)
