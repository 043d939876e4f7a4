// A table of figures. It scrolls within itself where nothing else helps, as with very large
// letters; the scrolling box can be reached and is named by the caption.

import { type CSSProperties, type ReactNode, useId } from 'react'
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

/** The heading of a column of figures. */
export function NumberHead({ children }: { children: ReactNode }) {
  return (
    <th className={styles.number} scope="col">
      {children}
    </th>
  )
}
