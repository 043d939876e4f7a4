// A stacked area by year that runs off the page on both sides. The drawing is SVG, the words on it
// are text of the page, so that they keep their size on a phone. Names are in the water they name;
// the moon marks the highest year.

import type { CSSProperties, ReactNode } from 'react'
import styles from './TideChart.module.css'
import { HEIGHT, highest, highestYear, place, sum, type TideYear, tideLayers, WIDTH } from './tide-chart.ts'

export type TideChartProps = {
  years: readonly TideYear[]
  /** Names of the two quantities, set where each is highest. */
  lowerLabel: ReactNode
  upperLabel: ReactNode
  /** Figure at the highest year. */
  peakLabel: ReactNode
  /** Description of the drawing; the figures themselves belong into a table beside it. */
  label: string
}

export function TideChart({ years, lowerLabel, upperLabel, peakLabel, label }: TideChartProps) {
  if (years.length === 0) return null
  const lower = years.map((year) => year.lower)
  const upper = years.map((year) => year.upper)
  const top = Math.max(...years.map(sum), Number.MIN_VALUE)
  const peak = highestYear(years)
  const [low, high] = [highest(lower), highest(upper)]
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {tideLayers([lower, upper]).map(({ area, surface }, layer) => (
            <g data-layer={layer} key={surface}>
              <path className={styles.water} d={area} />
              <path className={styles.surface} d={surface} />
            </g>
          ))}
        </svg>
        <span className={styles.moon} style={at(place(peak, years.length), 1)} />
        <span className={styles.peak} style={at(place(peak, years.length), 1)}>
          {peakLabel}
        </span>
        <span
          className={styles.name}
          data-layer="1"
          style={{
            ...at(place(high, years.length), ((lower[high] ?? 0) + (upper[high] ?? 0) * 0.6) / top),
            ...surface(((lower[high] ?? 0) + (upper[high] ?? 0)) / top),
          }}
        >
          {upperLabel}
        </span>
        <span className={styles.name} style={at(place(low, years.length), ((lower[low] ?? 0) * 0.15) / top)}>
          {lowerLabel}
        </span>
      </div>
      <ol className={styles.years} aria-hidden="true">
        {years.map((year, index) => (
          <li data-every={(years.length - 1 - index) % 2 === 0 ? 'second' : 'other'} key={year.label}>
            {year.label}
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** Shares of the drawing's width and height, from its lower left corner. */
const at = (x: number, y: number): CSSProperties => ({ '--x': share(x), '--y': share(y) }) as CSSProperties

const surface = (y: number): CSSProperties => ({ '--surface': share(y) }) as CSSProperties

const share = (value: number): number => Math.round(value * 1000) / 1000
