// The part below an answer: how it ended, why no model wrote it, and the visitor's next steps.

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ChatUnavailableReason } from '#/enumerations/chat-unavailable-reason.gen.ts'
import { useHref } from '#/page/paths.ts'
import type { RouteId } from '#/register.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { type Exchange, isRetryable } from '../exchange.ts'
import { CopyAnswer } from './copy-answer.tsx'

export type AnswerEndProps = {
  exchange: Exchange
  /** How it ended. */
  ending: string
  search: RouteId
  letter: RouteId
  /** Seconds before another question may be asked. */
  wait: number
  onRetry: (() => void) | undefined
}

/** Ends that are shown above the answer, or by the answer itself. */
const SILENT = new Set(['answered', 'quoted'])

export function AnswerEnd({ exchange, ending, search, letter, wait, onRetry }: AnswerEndProps) {
  const { stage, sentences, because, question } = exchange
  const isBroken = ['cut', 'lost', 'offline', 'refused'].includes(stage)
  return (
    <div className="chat-end">
      {!SILENT.has(stage) && (
        <p className="chat-note" data-broken={isBroken || undefined}>
          {ending}
        </p>
      )}
      {because !== undefined && <Because because={because} />}
      {stage === 'unanswered' && <Ways question={question} search={search} letter={letter} />}
      <div className="chat-actions" data-print="no">
        {(sentences.length > 0 || stage === 'quoted') && <CopyAnswer exchange={exchange} />}
        {onRetry !== undefined && isRetryable(exchange) && <Retry wait={wait} onRetry={onRetry} />}
      </div>
    </div>
  )
}

function Because({ because }: { because: ChatUnavailableReason }) {
  return <p className="chat-because">{reasonWords(because)}</p>
}

function reasonWords(because: ChatUnavailableReason): ReactNode {
  switch (because) {
    case 'budget':
      return <Trans>Today’s share of written answers is used up; the pages themselves always answer.</Trans>
    case 'unavailable':
      return <Trans>The service that writes answers does not reply just now.</Trans>
    case 'secret':
      return <Trans>The service did not accept your own key.</Trans>
  }
}

/** Next steps when no page answers. */
function Ways({ question, search, letter }: { question: string; search: RouteId; letter: RouteId }) {
  const href = useHref()
  return (
    <p className="chat-ways">
      <ArrowLink href={href(letter)}>
        <Trans>Write to us</Trans>
      </ArrowLink>
      <ArrowLink href={`${href(search)}?${new URLSearchParams({ q: question })}`}>
        <Trans>Search the site for it</Trans>
      </ArrowLink>
    </p>
  )
}

/** The wait is counted down in the button, which no screen reader repeats. */
function Retry({ wait, onRetry }: { wait: number; onRetry: () => void }) {
  const { t } = useLingui()
  const isEarly = wait > 0
  return (
    <Button aria-disabled={isEarly || undefined} onClick={() => isEarly || onRetry()}>
      {isEarly ? t`Try again in ${wait} s` : t`Try again`}
    </Button>
  )
}
