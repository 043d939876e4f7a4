// Questions that find something, as buttons of a form that asks.

import { Icon } from '#/ui/Icon/Icon.tsx'
import styles from './search.module.css'

export function Suggestions({ questions }: { questions: readonly string[] }) {
  return (
    <ul className={styles.hits}>
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
