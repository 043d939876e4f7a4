// The abilities and limits of the assistant, in the margin.

import type { PageSection } from '#/labels/page-sections.ts'
import styles from './limits.module.css'

export function Limits({ part }: { part: PageSection }) {
  return (
    <div className={styles.limits}>
      {part.text !== undefined && <p>{part.text}</p>}
      {part.items !== undefined && (
        <ul className={styles.list}>
          {part.items.map((item) => (
            <li key={`${item.title} ${item.text}`}>
              {item.title !== undefined && <strong>{item.title} </strong>}
              {item.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
