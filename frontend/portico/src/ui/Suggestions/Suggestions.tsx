// Questions to start with, as buttons of a form that asks: without JavaScript, too.

import type { ReactNode } from 'react'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { on as onIcon } from '#/ui/Icon/paths.gen.ts'
import styles from './Suggestions.module.css'

export type SuggestionsProps = {
  /** A heading above them. */
  title?: ReactNode
  questions: readonly string[]
}

export function Suggestions({ title, questions }: SuggestionsProps) {
  return (
    <>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      <ul className={styles.suggestions}>
        {questions.map((question) => (
          <li key={question}>
            <button className={styles.suggestion} type="submit" name="q" value={question}>
              {question}
              <Icon path={onIcon} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
