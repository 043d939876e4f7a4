// A company's signature: contour lines of its revenue by year, with the years beneath.

import { useLingui } from '@lingui/react/macro'
import { Contour } from '../Contour/Contour.tsx'
import styles from './SeriesFigure.module.css'

export type SeriesFigureProps = {
  /** Revenue by year, the first year being 100. */
  series: readonly number[]
  /** The first year. */
  from: number
}

export function SeriesFigure({ series, from }: SeriesFigureProps) {
  const { t } = useLingui()
  const last = series.at(-1) ?? 100
  const to = from + series.length - 1
  return (
    <figure>
      <Contour
        className={styles.contour}
        series={series}
        lines={18}
        ratio={4.5}
        label={t`Revenue from ${from} to ${to}: ${last} where the first year is 100.`}
      />
      <figcaption className={styles.years}>
        <span>
          <b>100</b> {from}
        </span>
        <span>
          <b>{last}</b> {to}
        </span>
      </figcaption>
    </figure>
  )
}
