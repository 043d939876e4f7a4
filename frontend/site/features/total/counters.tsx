// The four counters, as large as anything on the site, the first largest of all.

import type { PageData } from '#/queries.ts'
import { Counter } from '#/ui/Counter/Counter.tsx'
import styles from './counters.module.css'

export type CountersProps = { items: PageData<'total'>['total']['counters'] }

export function Counters({ items }: CountersProps) {
  return (
    <dl className={styles.counters}>
      {items.map((item, index) => (
        <div className={styles.counter} data-weight={index === 0 ? 'first' : undefined} key={item.id}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>
            <Counter text={item.figure} />
            {item.unit !== undefined && <span className={styles.unit}> {item.unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
