// How the firm invests, in a few words each: every statement comes in one column further, as the
// tide does.

import { Reveal } from '@portico/app/ui'
import type { PageSection } from '#/labels/page-sections.ts'
import styles from './approach.module.css'

export function Approach({ part }: { part: PageSection }) {
  return (
    <section className={styles.approach}>
      <h2 className={styles.label}>{part.title}</h2>
      <ol className={styles.list}>
        {part.items?.map((item) => (
          <li className={styles.item} key={item.title}>
            <Reveal className={styles.statement}>
              <h3 className={styles.title}>{item.title}</h3>
              <p className={styles.text}>{item.text}</p>
            </Reveal>
          </li>
        ))}
      </ol>
    </section>
  )
}
