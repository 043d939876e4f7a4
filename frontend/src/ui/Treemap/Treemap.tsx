// Shares as fields of a map. Each field is a link, so the map is walked with the Tab key like any list; on a phone the same
// links become rows whose grounds are as long as their shares.

import type { CSSProperties } from 'react'
import styles from './Treemap.module.css'
import { type Field, treemap } from './treemap.ts'

export type TreemapItem = { id: string; name: string; value: number; text: string; note?: string; href: string }

export type TreemapProps = {
  items: readonly TreemapItem[]
  /** What the map shows. */
  label: string
}

/** Width to height of the map on a desk. */
const RATIO = 16 / 9

export function Treemap({ items, label }: TreemapProps) {
  const fields = treemap(
    items.map((item) => item.value),
    RATIO,
  )
  const highest = Math.max(...items.map((item) => item.value), Number.MIN_VALUE)
  return (
    <ul className={styles.map} aria-label={label}>
      {items.map((item, index) => (
        <li
          className={styles.field}
          style={place(fields[index], item.value / highest)}
          data-step={step(item.value / highest)}
          key={item.id}
        >
          <a className={styles.link} href={item.href}>
            <span className={styles.name}>{item.name}</span>
            <span className={styles.value}>{item.text}</span>
            {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Four steps of blue: the larger the share, the deeper. */
const step = (share: number): number => Math.min(4, 1 + Math.floor(share * 4))

function place(field: Field | undefined, share: number): CSSProperties {
  const { x, y, width, height } = field ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    '--x': `${x}%`,
    '--y': `${y}%`,
    '--w': `${width}%`,
    '--h': `${height}%`,
    '--share': `${Math.round(share * 1000) / 10}%`,
  } as CSSProperties
}
