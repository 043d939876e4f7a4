// A figure that changed: its earlier value small, a connecting line, its later value large. A
// figure without an arrow is shown alone.

import { Hidden } from '@portico/app/ui'
import { type Figure, FigureValue } from '#/ui/Figures/Figures.tsx'
import styles from './Change.module.css'

/** `value` as it is written in content: `41% → 93%`, or a single figure. */
export function Change({ value }: { value: string }) {
  const [before = '', after] = value.split(/\s*→\s*/u)
  if (after === undefined) {
    return (
      <span className={styles.after}>
        <FigureValue text={before} />
      </span>
    )
  }
  return (
    <span className={styles.change}>
      <span className={styles.before}>
        <FigureValue text={before} />
      </span>
      <span className={styles.way}>
        <Hidden> → </Hidden>
      </span>
      <span className={styles.after}>
        <FigureValue text={after} />
      </span>
    </span>
  )
}

export type ChangeFigureProps = {
  figure: Figure
  /** `huge` spans the page, `giant` a spread, `large` an entry of a list. */
  size: 'huge' | 'giant' | 'large'
}

/** The figure with its label and date. */
export function ChangeFigure({ figure, size }: ChangeFigureProps) {
  return (
    <dl className={styles.figure} data-size={size}>
      <dt className={styles.label}>{figure.label}</dt>
      <dd className={styles.value}>
        <Change value={figure.value} />
      </dd>
      {figure.note !== undefined && <dd className={styles.note}>{figure.note}</dd>}
    </dl>
  )
}
