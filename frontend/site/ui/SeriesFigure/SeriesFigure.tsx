// A company's signature: contour lines of its revenue by year. The first, the highest and the last
// figure are at their points of the line, each over its year.

import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties, ReactNode } from 'react'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { TOP } from '#/ui/Contour/contour.ts'
import styles from './SeriesFigure.module.css'
import { labelled } from './series.ts'

export type SeriesFigureProps = {
  /** Revenue by year, the first year being 100. */
  series: readonly number[]
  /** The first year. */
  from: number
  /** `band` runs to both edges of the window and rests on the lower edge of its ground. */
  shape?: 'plain' | 'band'
  lines?: number
  /** Name of the figures, if their first year is not that of the firm's investment. */
  caption?: ReactNode
}

export function SeriesFigure({ series, from, shape = 'plain', lines = 24, caption }: SeriesFigureProps) {
  const { t } = useLingui()
  const last = series.at(-1) ?? 100
  const to = from + series.length - 1
  const points = labelled(series)
  return (
    <figure className={styles.figure} data-shape={shape}>
      <Contour
        className={styles.contour}
        series={series}
        lines={lines}
        swells={3}
        lag={0.5}
        ratio={4.5}
        {...(shape === 'plain' ? {} : { reach: 1.2 })}
        label={t`Revenue from ${from} to ${to}: ${last} where the first year is 100.`}
      />
      <ol className={styles.points} aria-hidden="true">
        {points.map(({ index, x, y }) => (
          <li className={styles.point} data-end={ends(x)} style={at(x, y)} key={index}>
            <b className={styles.value}>{series[index]}</b>
            <span className={styles.year}>{from + index}</span>
          </li>
        ))}
      </ol>
      <figcaption className={styles.what} data-search="no" style={at(0, points[0]?.y ?? 0)}>
        {caption ?? <Trans>Revenue, first year = 100</Trans>}
      </figcaption>
    </figure>
  )
}

const ends = (x: number): 'first' | 'last' | undefined => (x === 0 ? 'first' : x === 1 ? 'last' : undefined)

const at = (x: number, y: number): CSSProperties =>
  ({ '--x': `${percent(x)}%`, '--y': `${percent(y * (1 - TOP))}%` }) as CSSProperties

const percent = (share: number): number => Math.round(share * 1000) / 10
