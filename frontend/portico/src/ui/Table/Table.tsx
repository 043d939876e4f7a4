// A table of figures. It scrolls within itself where nothing else helps, as with very large
// letters; the scrolling box can be reached and is named by the caption.

import { type CSSProperties, type ReactNode, useId } from 'react'
import { useIsLive } from '#/state/use-is-live.ts'
import styles from './Table.module.css'

export type TableProps = {
  caption: ReactNode
  /** `hidden` keeps the caption for assistive technology, if a heading already shows it. */
  captionShown?: boolean
  /** Columns of one width, for a table of figures only. */
  even?: boolean
  /**
   * How many columns of figures there are, in a table that is wider than a phone: there the name of
   * a row is above its figures.
   */
  figures?: number
  children: ReactNode
}

export function Table({ caption, captionShown = false, even = false, figures, children }: TableProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-labelledby={id} tabIndex={0}>
      <table
        className={styles.table}
        data-columns={even ? 'even' : 'fitting'}
        data-names={figures && 'above'}
        style={figures ? ({ '--figures': figures } as CSSProperties) : undefined}
      >
        <caption className={captionShown ? styles.caption : styles.hidden} id={id}>
          {caption}
        </caption>
        {children}
      </table>
    </section>
  )
}

/** A cell with a figure: right-aligned, with lining tabular figures. */
export function NumberCell({ children }: { children: ReactNode }) {
  return <td className={styles.number}>{children}</td>
}

export type NumberHeadProps = {
  /** Set on the column by which the rows are sorted. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Sorts the rows by this column; the heading is a button then, when the page's script runs. */
  onSort?: () => void
  children: ReactNode
}

/** The arrow hangs in the gap before the word: a new order moves no column. */
const ARROW: CSSProperties = { position: 'absolute', translate: '-110%' }

/** The heading of a column of figures. */
export function NumberHead({ sorted, onSort, children }: NumberHeadProps) {
  const isLive = useIsLive()
  return (
    <th className={styles.number} scope="col" aria-sort={sorted}>
      {onSort === undefined ? (
        children
      ) : (
        <button className={styles.sort} type="button" disabled={!isLive} onClick={onSort}>
          {sorted !== undefined && (
            <span aria-hidden="true" style={ARROW}>
              {sorted === 'ascending' ? '↑' : '↓'}
            </span>
          )}
          {children}
        </button>
      )}
    </th>
  )
}
