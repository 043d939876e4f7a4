// One quantity by year as a tide that runs off the page on both sides: the area under its line,
// thinner lines below it at equal shares of it, every year's figure on the water and the year at
// its foot. The moon marks the last.

import type { CSSProperties } from 'react'
import { HEIGHT, place, tideLayers, WIDTH } from '#/ui/TideChart/tide-chart.ts'
import styles from './TideLine.module.css'

export type TideLineProps = {
  /** Oldest first. */
  years: readonly { label: string; value: number; text: string }[]
  /** Description of the drawing, as a sentence. */
  label: string
}

/** Into how many equal shares the lines below the figures part the water. */
const SHARES = 10

export function TideLine({ years, label }: TideLineProps) {
  const values = years.map(({ value }) => value)
  const top = Math.max(...values, Number.MIN_VALUE)
  const [tide] = tideLayers([values])
  if (tide === undefined) return null
  return (
    <figure className={styles.tide}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path className={styles.water} d={tide.area} />
        {Array.from({ length: SHARES - 1 }, (_, index) => (index + 1) / SHARES).map((share) => (
          <path className={styles.share} d={tide.surface} transform={lowered(share)} key={share} />
        ))}
        <path className={styles.surface} d={tide.surface} />
        <path className={styles.ground} d={`M${-WIDTH},${HEIGHT}H${2 * WIDTH}`} />
      </svg>
      <ol className={styles.years} data-search="no">
        {years.map((year, index) => (
          <li className={styles.year} style={at(place(index, years.length), year.value / top)} key={year.label}>
            <span className={styles.value}>{year.text}</span>
            <span className={styles.label}>{year.label}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** Scales a surface down to a share of its height above the ground. */
const lowered = (share: number): string => `matrix(1 0 0 ${share} 0 ${HEIGHT - HEIGHT * share})`

const at = (x: number, y: number): CSSProperties =>
  ({ '--x': Math.round(x * 1000) / 1000, '--y': Math.round(y * 1000) / 1000 }) as CSSProperties
