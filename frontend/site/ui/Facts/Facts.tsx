// Short facts in pairs, for the margin: a word and its value.

import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type FactsProps = {
  items: readonly { label: string; value: ReactNode }[]
  /** Whether search leaves them out: another page of the site has them. */
  unsearched?: boolean
}

export function Facts({ items, unsearched = false }: FactsProps) {
  return (
    <dl className={styles.facts} data-search={unsearched ? 'no' : undefined}>
      {items.map((item) => (
        <div className={styles.fact} key={item.label}>
          <dt className={styles.label}>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
