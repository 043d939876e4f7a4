// A small chart of columns by year: heights from the figures, every column labelled with its own
// figure, the last one marked.

import type { CSSProperties, ReactNode } from 'react'
import styles from './Columns.module.css'

export type Column = {
  label: string
  value: number
  text: string
  /** How much of the value the part on top is, where the columns show a part; `unit` names it. */
  part?: number
}

export type ColumnsProps = {
  title: ReactNode
  unit?: ReactNode
  columns: readonly Column[]
  /** The value that is as high as the chart: by default the highest. */
  scale?: number
}

export function Columns({ title, unit, columns, scale }: ColumnsProps) {
  const highest = scale ?? Math.max(...columns.map((column) => column.value), Number.MIN_VALUE)
  return (
    <figure
      className={styles.chart}
      data-search="no"
      data-parts={columns.some(({ part }) => part !== undefined) ? '' : undefined}
    >
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
                {column.part !== undefined && column.part > 0 && (
                  <span className={styles.part} style={share(column.part / column.value)} />
                )}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const share = (value: number): CSSProperties => ({ '--share': Math.round(value * 1000) / 1000 }) as CSSProperties
