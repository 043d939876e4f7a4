// A table that scrolls within itself on narrow screens; the scrolling box can be reached and is
// named by the caption.

import { type ReactNode, useId } from 'react'
import styles from './Table.module.css'

export type TableProps = {
  caption: ReactNode
  /** `hidden` keeps the caption for assistive technology, if a heading already shows it. */
  captionShown?: boolean
  /** Columns of one width, for a table of figures only. */
  even?: boolean
  children: ReactNode
}

export function Table({ caption, captionShown = false, even = false, children }: TableProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className={styles.scroller} aria-labelledby={id} tabIndex={0}>
      <table className={styles.table} data-columns={even ? 'even' : 'fitting'}>
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

/** The heading of a column of figures, or of a few that belong together. */
export function NumberHead({ columns = 1, children }: { columns?: number; children: ReactNode }) {
  return (
    <th className={styles.number} scope={columns > 1 ? 'colgroup' : 'col'} colSpan={columns}>
      {children}
    </th>
  )
}
