// Questions that a visitor may start with, set as what they are: the beginning of a letter.

import { Icon } from '@portico/app/ui/Icon/Icon.tsx'
import type { ReactNode } from 'react'
import styles from './suggestions.module.css'

export type SuggestionsProps = { title: ReactNode; questions: readonly string[]; onPick: (question: string) => void }

export function Suggestions({ title, questions, onPick }: SuggestionsProps) {
  return (
    <div className={styles.suggestions} data-print="no">
      <h2 className={styles.title}>{title}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button className={styles.suggestion} type="button" onClick={() => onPick(question)}>
              {question}
              <Icon name="on" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
