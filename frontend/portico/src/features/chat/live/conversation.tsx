// Questions and answers, the latest first, right under the field. A new question scrolls to the
// top of the window; the focus stays in the field. One polite live region announces how an answer
// ended, and reads it once, when it is whole.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { RouteId } from '#/register.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import type { ConversationState } from '../conversation-state.ts'
import { type Exchange, isGrowing } from '../exchange.ts'
import { spokenText } from './answer-text.ts'
import { ExchangeView } from './exchange-view.tsx'
import { OwnKey } from './own-key.tsx'
import { useConversation } from './use-conversation.ts'
import { useEnding } from './use-ending.ts'

export type ConversationProps = {
  conversation: ConversationState
  /** The results page of the search. */
  search: RouteId
  /** A contact to offer when no page answers. */
  letter: RouteId
  /** The conversation is forgotten, and the button that did it is gone. */
  onCleared: () => void
}

export function Conversation({ conversation, search, letter, onCleared }: ConversationProps) {
  const { t } = useLingui()
  const endingOf = useEnding()
  const [secret, setSecret] = useState('')
  const [spoken, setSpoken] = useState('')
  const say = (exchange: Exchange) => setSpoken(spokenText(endingOf(exchange), exchange, t`No source on this site:`))
  const { isReady, ask, retry, stop, clear } = useConversation(conversation, secret, say)
  const { exchanges, asked, setStop } = conversation
  const answering = exchanges.some(isGrowing)
  useEffect(() => setStop(stop))
  // A question is put once, whatever changes meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isReady || asked === undefined) return
    setSpoken('')
    void ask(asked.question)
  }, [isReady, asked])
  const latest = exchanges.at(-1)
  const top = useRef<HTMLOListElement>(null)
  // A question that was asked here heads the window, like a page's heading; a stored one does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question.
  useEffect(() => {
    if (asked !== undefined) top.current?.scrollIntoView()
  }, [latest?.id])
  return (
    <div className="chat-live">
      <p role="status">
        <Hidden>{spoken}</Hidden>
      </p>
      {exchanges.length > 0 && (
        <ol className="chat-exchanges" reversed ref={top}>
          {exchanges.toReversed().map((exchange) => (
            <li key={exchange.id}>
              <ExchangeView
                exchange={exchange}
                search={search}
                letter={letter}
                wait={conversation.wait}
                onRetry={exchange === latest && !answering ? () => void retry() : undefined}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="chat-foot" data-print="no">
        {exchanges.length > 0 && (
          <Button
            onClick={() => {
              clear()
              setSpoken('')
              onCleared()
            }}
          >
            <Trans>New conversation</Trans>
          </Button>
        )}
        <OwnKey secret={secret} onChange={setSecret} />
      </div>
    </div>
  )
}
