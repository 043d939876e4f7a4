// A stacked area by year: the drawing is SVG, the words around it are text of the page, so that they keep their size on a
// phone. Labels stand beside what they name; there is no legend.

import type { CSSProperties, ReactNode } from 'react'
import styles from './TideChart.module.css'
import { HEIGHT, highestYear, place, sum, type TideYear, tideShape, WIDTH } from './tide-chart.ts'

export type TideChartProps = {
  years: readonly TideYear[]
  /** Names of the two quantities. */
  lowerLabel: ReactNode
  upperLabel: ReactNode
  /** What stands at the highest year: its figure. */
  peakLabel: ReactNode
  /** What the drawing shows; the figures themselves belong into a table beside it. */
  label: string
}

export function TideChart({ years, lowerLabel, upperLabel, peakLabel, label }: TideChartProps) {
  const shape = tideShape(years)
  const peak = highestYear(years)
  const last = years.at(-1)
  const highest = Math.max(...years.map(sum), Number.MIN_VALUE)
  if (last === undefined) return null
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <path className={styles.upper} d={shape.upper} />
          <path className={styles.lower} d={shape.lower} />
          <path className={styles.line} d={shape.line} />
        </svg>
        <span className={styles.peak} style={at({ x: place(peak, years.length) })}>
          {peakLabel}
        </span>
        <span className={styles.name} style={at({ y: (last.lower + last.upper * 0.5) / highest })}>
          {upperLabel}
        </span>
        <span className={styles.name} style={at({ y: (last.lower * 0.5) / highest })}>
          {lowerLabel}
        </span>
      </div>
      <ol className={styles.years} aria-hidden="true">
        {years.map((year, index) => (
          <li data-every={(years.length - 1 - index) % 3 === 0 ? 'third' : 'other'} key={year.label}>
            {year.label}
          </li>
        ))}
      </ol>
    </figure>
  )
}

const at = (where: { x?: number; y?: number }): CSSProperties =>
  Object.fromEntries(Object.entries(where).map(([axis, value]) => [`--${axis}`, Math.round(value * 1000) / 1000]))
