// The four counters, as large as anything on the site.

import type { PageData } from '#/app/queries.ts'
import { Counter } from '#/ui/Counter/Counter.tsx'
import styles from './counters.module.css'

export type CountersProps = { items: PageData<'total'>['total']['counters'] }

export function Counters({ items }: CountersProps) {
  return (
    <dl className={styles.counters}>
      {items.map((item) => (
        <div className={styles.counter} key={item.id}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>
            <Counter value={item.value.value} text={item.value.text} />
            {item.unit !== undefined && <span className={styles.unit}> {item.unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
