// A question with its answer, set as in a letter: the question as a heading, the answer as text,
// its sources beside it.

import { Plural, Trans } from '@lingui/react/macro'
import { foreignLanguage } from '#/i18n/language-of.ts'
import { usePage } from '#/page/page.tsx'
import type { RouteId } from '#/register.ts'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import { Waiting } from '#/ui/State/State.tsx'
import { type Exchange, isGrowing } from '../exchange.ts'
import { AnswerEnd } from './answer-end.tsx'
import { Citations, type CitationsProps, QuotedAnswer } from './citations.tsx'
import { Sentences } from './sentences.tsx'
import { useEnding } from './use-ending.ts'

export type ExchangeViewProps = {
  exchange: Exchange
  search: RouteId
  letter: RouteId
  /** Seconds before anything may be asked. */
  wait: number
  /** Asks again; left out where another question came after this one. */
  onRetry: (() => void) | undefined
}

const PLACES: { [stage in Exchange['stage']]?: CitationsProps['place'] } = { quoted: 'answer', unanswered: 'near' }

export function ExchangeView({ exchange, search, letter, wait, onRetry }: ExchangeViewProps) {
  const { locale } = usePage()
  const ending = useEnding()(exchange)
  const { question, stage, citations, sentences } = exchange
  const isQuoted = stage === 'quoted'
  return (
    <article className="chat-exchange" aria-busy={isGrowing(exchange) || undefined} data-stage={stage}>
      <h2 className="chat-question" lang={foreignLanguage(question, locale)}>
        <Hidden>
          <Trans>You asked:</Trans>{' '}
        </Hidden>
        {question}
      </h2>
      <div className="chat-answer">
        {stage === 'waiting' && (
          <Waiting>
            {citations.length === 0 ? (
              <Trans>Looking through the pages of this site…</Trans>
            ) : (
              <Plural value={citations.length} one="Reading # page…" other="Reading # pages…" />
            )}
          </Waiting>
        )}
        {sentences.length > 0 && <Sentences exchange={exchange} />}
        {isQuoted && <p className="chat-note">{ending}</p>}
        {isQuoted && <QuotedAnswer citations={citations} />}
        {!isGrowing(exchange) && (
          <AnswerEnd exchange={exchange} ending={ending} search={search} letter={letter} wait={wait} onRetry={onRetry} />
        )}
      </div>
      {citations.length > 0 && <Citations citations={citations} place={PLACES[stage] ?? 'beside'} />}
    </article>
  )
}
