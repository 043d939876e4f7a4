// A portrait without a photograph: one or two letters on contour lines.

import { Contour } from '#/ui/Contour/Contour.tsx'
import styles from './Monogram.module.css'

export type MonogramProps = {
  letters: string
  /** Figures that shape the lines, so that no two portraits are alike. */
  series: readonly number[]
}

export function Monogram({ letters, series }: MonogramProps) {
  return (
    <div className={styles.monogram} aria-hidden="true">
      <Contour className={styles.lines} series={series} lines={15} swells={3} ratio={1} tone="quiet" />
      <span className={styles.letters}>{letters}</span>
    </div>
  )
}
