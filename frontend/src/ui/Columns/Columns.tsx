// A small chart of columns by year: heights from the figures, every column labelled with its own figure, the last one marked.

import type { CSSProperties, ReactNode } from 'react'
import styles from './Columns.module.css'

export type Column = { label: string; value: number; text: string }

export type ColumnsProps = {
  title: ReactNode
  unit?: ReactNode
  columns: readonly Column[]
}

export function Columns({ title, unit, columns }: ColumnsProps) {
  const highest = Math.max(...columns.map((column) => column.value), Number.MIN_VALUE)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>
        {title}
        {unit !== undefined && <span className={styles.unit}> {unit}</span>}
      </figcaption>
      <ol className={styles.columns}>
        {columns.map((column) => (
          <li className={styles.column} key={column.label}>
            <span className={styles.label}>{column.label}</span>
            <span className={styles.track}>
              <span className={styles.bar} style={share(column.value / highest)}>
                <span className={styles.value}>{column.text}</span>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const share = (value: number): CSSProperties => ({ '--share': Math.round(value * 1000) / 1000 }) as CSSProperties
