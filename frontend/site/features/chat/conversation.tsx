// The conversation, set like letters: questions in the margin's voice, answers as text, their
// sources beside them.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { TextAreaField } from '@portico/app/ui/Field/Field.tsx'
import { Failed } from '@portico/app/ui/State/State.tsx'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { PageSection } from '#/labels/page-sections.ts'
import styles from './conversation.module.css'
import { Suggestions } from './suggestions.tsx'
import { PendingTurn, TurnView } from './turn-view.tsx'
import { useChat } from './use-chat.ts'

export type ConversationProps = {
  /** Questions that a visitor may start with. */
  suggestions?: PageSection | undefined
}

export function Conversation({ suggestions }: ConversationProps) {
  const { t } = useLingui()
  const [question, setQuestion] = useState('')
  const chat = useChat()
  const ask = async (text: string) => {
    if (text.trim() === '' || chat.answering) return
    if (await chat.ask(text.trim())) setQuestion('')
  }
  /** A suggested question is put at once; it stands in the field until it is answered. */
  const start = (suggestion: string) => {
    setQuestion(suggestion)
    void ask(suggestion)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ask(question)
  }
  const send = (event: KeyboardEvent) => {
    // Enter while a Chinese word is being composed belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void ask(question)
  }
  return (
    <div className={styles.conversation}>
      <ol className={styles.turns} aria-live="polite" aria-busy={chat.answering}>
        {chat.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever appended.
          <TurnView turn={turn} growing={chat.answering && index === chat.turns.length - 1} key={index} />
        ))}
        {chat.pending !== undefined && <PendingTurn question={chat.pending} />}
      </ol>
      <form className={styles.form} onSubmit={submit}>
        {chat.failed && (
          <Failed>
            <Trans>The assistant cannot answer just now. Your question is still here.</Trans>
          </Failed>
        )}
        <TextAreaField
          label={t`Your question`}
          name="question"
          rows={3}
          value={question}
          hint={<Trans>Enter sends, Shift and Enter starts a new line.</Trans>}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={send}
        />
        <p className={styles.actions}>
          <Button type="submit" variant="primary" size="large" busy={chat.answering}>
            <Trans>Ask</Trans>
          </Button>
          {chat.answering && (
            <Button size="large" onClick={chat.stop}>
              <Trans>Stop</Trans>
            </Button>
          )}
        </p>
      </form>
      {suggestions?.items !== undefined && chat.turns.length === 0 && !chat.answering && (
        <Suggestions title={suggestions.title} questions={suggestions.items.flatMap(({ title }) => title ?? [])} onPick={start} />
      )}
    </div>
  )
}
