// One turn of the conversation, set as in a letter: who speaks in the margin, the sources on the
// other side.

import { Trans } from '@lingui/react/macro'
import { Waiting } from '@portico/app/ui/State/State.tsx'
import { Paragraphs } from '#/ui/Prose/Prose.tsx'
import { CopyAnswer } from './copy-answer.tsx'
import styles from './turn-view.module.css'
import type { Turn } from './use-chat.ts'

export type TurnViewProps = {
  turn: Turn
  /** More of the answer is on its way. */
  growing?: boolean
}

export function TurnView({ turn, growing = false }: TurnViewProps) {
  return (
    <li className={styles.turn} data-role={turn.role}>
      <p className={styles.who}>{turn.role === 'user' ? <Trans>You asked</Trans> : <Trans>The assistant</Trans>}</p>
      <div>
        <div className={styles.words}>
          <Paragraphs text={turn.content} />
        </div>
        {turn.role === 'assistant' && !growing && <CopyAnswer answer={turn} />}
      </div>
      {turn.sources.length > 0 && (
        <div className={styles.sources}>
          <p className={styles.who}>
            <Trans>Sources</Trans>
          </p>
          <ol>
            {turn.sources.map((source) => (
              <li key={source.href}>
                <a href={source.href}>{source.title}</a>
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  )
}

/** A question whose answer has not begun to come. */
export function PendingTurn({ question }: { question: string }) {
  return (
    <>
      <TurnView turn={{ role: 'user', content: question, sources: [] }} />
      <li className={styles.turn} data-role="assistant">
        <p className={styles.who}>
          <Trans>The assistant</Trans>
        </p>
        <Waiting>
          <Trans>Looking through the pages of this site…</Trans>
        </Waiting>
      </li>
    </>
  )
}
