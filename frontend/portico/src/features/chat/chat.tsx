// The assistant: a field for a question, questions to start with, and the conversation.
//
// This file has the parts that the first view needs. The conversation itself (answers, their
// sources, earlier turns) is fetched with its words and its style once the page is live (`live/`).
// Without JavaScript, and if that code cannot be fetched, a question is sent to the search.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePage, useSite } from '#/page/page.tsx'
import { useHref } from '#/page/paths.ts'
import type { RouteId } from '#/register.ts'
import { useBusy } from '#/state/busy.ts'
import { useCountdown } from '#/state/use-countdown.ts'
import { useTypedText } from '#/state/use-typed-text.ts'
import { Suggestions } from '#/ui/Suggestions/Suggestions.tsx'
import styles from './chat.module.css'
import type { ConversationState } from './conversation-state.ts'
import { type Exchange, isGrowing } from './exchange.ts'
import { QuestionForm } from './question-form.tsx'
import { useLive } from './use-live.ts'

export type ChatProps = {
  /** The results page of the search. */
  search: RouteId
  /** A contact to offer when no page answers. */
  letter: RouteId
  /** Questions to start with. */
  suggestions?: { title: ReactNode; questions: readonly string[] } | undefined
  /** The assistant’s limits, in one line under the field. */
  limits?: ReactNode
  /** Set small, for a window with little room. */
  compact?: boolean
}

export function Chat({ search, letter, suggestions, limits, compact = false }: ChatProps) {
  const { locale } = usePage()
  const { runtime } = useSite()
  const href = useHref()
  const navigate = useNavigate()
  const { text: question, type: setQuestion } = useTypedText('chat')
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const [asked, setAsked] = useState<ConversationState['asked']>()
  const stop = useRef(() => {})
  const field = useRef<HTMLTextAreaElement>(null)
  const { live, load } = useLive()
  const answering = exchanges.some(isGrowing)
  const wait = useWait(exchanges.at(-1)?.refusal?.until)
  useBusy(answering || question.trim() !== '')
  const ask = async (words: string) => {
    const put = words.trim()
    if (put === '' || answering || wait > 0) return
    if ((await load()) === undefined) return navigate(`${href(search)}?${new URLSearchParams({ q: put })}`)
    setQuestion('')
    setAsked({ question: put })
  }
  const action = runtime.search === 'browser' ? href(search) : '/api/search'
  const left = suggestions?.questions.filter((each) => exchanges.every((exchange) => exchange.question !== each)) ?? []
  return (
    <div className={styles.chat} data-compact={compact || undefined}>
      <form
        className={styles.form}
        action={action}
        data-print="no"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(question)
        }}
      >
        <input type="hidden" name="locale" value={locale} />
        <QuestionForm
          ref={field}
          question={question}
          answering={answering}
          wait={wait}
          onType={setQuestion}
          onAsk={() => void ask(question)}
          onStop={() => stop.current()}
        />
        {limits !== undefined && <div className={styles.limits}>{limits}</div>}
      </form>
      {/* Its place from the start: the page keeps still when it comes. */}
      {live === undefined ? (
        <div />
      ) : (
        <live.Conversation
          conversation={{
            exchanges,
            setExchanges,
            asked,
            wait,
            setStop: (next) => {
              stop.current = next
            },
          }}
          search={search}
          letter={letter}
          onCleared={() => field.current?.focus()}
        />
      )}
      {suggestions !== undefined && left.length > 0 && (
        <form
          action={action}
          data-print="no"
          onSubmit={(event) => {
            event.preventDefault()
            void ask(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).value)
          }}
        >
          <input type="hidden" name="locale" value={locale} />
          <Suggestions title={suggestions.title} questions={left} />
        </form>
      )}
    </div>
  )
}

/** Seconds until a moment of the clock, in milliseconds. */
function useWait(until: number | undefined): number {
  const [left, start] = useCountdown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is counted once for each moment.
  useEffect(() => {
    if (until !== undefined) start(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
  }, [until])
  return left
}

const SECOND_MS = 1_000
