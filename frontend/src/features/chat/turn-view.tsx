// One turn of the conversation.

import { Trans } from '@lingui/react/macro'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import styles from './turn-view.module.css'
import type { Turn } from './use-chat.ts'

export function TurnView({ turn }: { turn: Turn }) {
  return (
    <li className={styles.turn} data-role={turn.role}>
      <p className={styles.who}>{turn.role === 'user' ? <Trans>You asked</Trans> : <Trans>The assistant</Trans>}</p>
      <Prose>
        <Paragraphs text={turn.content} />
      </Prose>
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
