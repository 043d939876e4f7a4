// Questions to start with, as buttons of a form that asks: without JavaScript, too.

import { Icon } from '#/ui/Icon/Icon.tsx'
import styles from './Suggestions.module.css'

export function Suggestions({ questions }: { questions: readonly string[] }) {
  return (
    <ul className={styles.suggestions}>
      {questions.map((question) => (
        <li key={question}>
          <button className={styles.suggestion} type="submit" name="q" value={question}>
            {question}
            <Icon name="on" />
          </button>
        </li>
      ))}
    </ul>
  )
}
