// Short facts in pairs, for the margin: a word and its value.

import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export type FactsProps = { items: readonly { label: string; value: ReactNode }[] }

export function Facts({ items }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {items.map((item) => (
        <div className={styles.fact} key={item.label}>
          <dt className={styles.label}>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
