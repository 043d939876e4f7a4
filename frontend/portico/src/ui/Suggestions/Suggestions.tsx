// Questions to start with, as buttons of a form that asks: without JavaScript, too.

import { Outline } from '#/ui/Icon/Outline.tsx'
import { on as onOutline } from '#/ui/Icon/paths.gen.ts'
import styles from './Suggestions.module.css'

export function Suggestions({ questions }: { questions: readonly string[] }) {
  return (
    <ul className={styles.suggestions}>
      {questions.map((question) => (
        <li key={question}>
          <button className={styles.suggestion} type="submit" name="q" value={question}>
            {question}
            <Outline path={onOutline} />
          </button>
        </li>
      ))}
    </ul>
  )
}
