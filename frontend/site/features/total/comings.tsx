// Companies under the years of the tide: a mark for each that came, a ring for each that was listed
// or sold. The table has the same in figures.

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PageData } from '#/queries.ts'
import styles from './comings.module.css'

export type ComingsProps = { years: PageData<'total'>['total']['years'] }

export function Comings({ years }: ComingsProps) {
  return (
    <div className={styles.comings} aria-hidden="true">
      <Marks name={<Trans>New companies</Trans>} counts={years.map((year) => year.companies)} kind="came" />
      <Marks name={<Trans>Exits</Trans>} counts={years.map((year) => year.exits)} kind="went" />
    </div>
  )
}

/** Most marks above each other; more are written as a figure. */
const MARKS_MAX = 3

type MarksProps = { name: ReactNode; counts: readonly number[]; kind: 'came' | 'went' }

function Marks({ name, counts, kind }: MarksProps) {
  return (
    <div className={styles.row}>
      <span className={styles.name}>{name}</span>
      <div className={styles.years}>
        {counts.map((count, year) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a year is known by its place.
          <span className={styles.year} key={year}>
            {count > MARKS_MAX ? count : marks(count, kind)}
          </span>
        ))}
      </div>
    </div>
  )
}

const marks = (count: number, kind: MarksProps['kind']) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: marks are all alike.
  Array.from({ length: count }, (_, mark) => <i className={styles.mark} data-kind={kind} key={mark} />)
