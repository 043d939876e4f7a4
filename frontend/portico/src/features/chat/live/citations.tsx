// Pages with their passages, word for word: beside an answer that is based on them, as the answer
// itself, or as the nearest ones to a question that no page answers.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/page/page.tsx'
import { type Citation, placeOf, type Quote } from '../exchange.ts'

export type CitationsProps = {
  citations: readonly Citation[]
  place: 'answer' | 'beside' | 'near'
}

/**
 * Passages of a page that are shown beside an answer; all of them, if they are the answer itself.
 */
const BESIDE = 1

export function Citations({ citations, place }: CitationsProps) {
  const { locale } = usePage()
  return (
    <div className="chat-sources" data-place={place}>
      {place !== 'answer' && (
        <h3 className="chat-label">{place === 'near' ? <Trans>The nearest pages</Trans> : <Trans>Sources</Trans>}</h3>
      )}
      <ol>
        {citations.map((citation) => (
          <li value={citation.number} lang={citation.locale === locale ? undefined : citation.locale} key={citation.number}>
            {place === 'answer' && <Passages citation={citation} />}
            <a className="chat-title" href={placeOf(citation, place === 'near' ? undefined : citation.quotes[0])}>
              {citation.title}
            </a>
            {place !== 'answer' && <Passages citation={citation} most={BESIDE} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Passages({ citation, most }: { citation: Citation; most?: number }) {
  return citation.quotes.slice(0, most).map((quote) => (
    <blockquote className="chat-quote" key={`${quote.anchor} ${quote.text}`}>
      <Heading citation={citation} quote={quote} />
      <p>{quote.text}</p>
    </blockquote>
  ))
}

/** The heading above a passage leads to its place. */
function Heading({ citation, quote }: { citation: Citation; quote: Quote }) {
  if (quote.heading === undefined || quote.heading === citation.title) return null
  return (
    <p className="chat-heading">
      <a href={placeOf(citation, quote)}>{quote.heading}</a>
    </p>
  )
}
