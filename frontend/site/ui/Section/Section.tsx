// A part of a page: a hairline above, a label hanging in the margin column, the content in the wide
// one.

import { Reveal } from '@portico/app/ui'
import type { ReactNode } from 'react'
import styles from './Section.module.css'

export type SectionProps = {
  /** The margin's voice: the subject of this part, in a word or two. */
  label: ReactNode
  /** Smaller words under the label: a date, a source, a link. */
  aside?: ReactNode
  /** Heading of the content; the label is the heading where there is none. */
  title?: ReactNode
  id?: string
  /** `plain` leaves out the hairline, for the part that follows a drawing. */
  rule?: 'line' | 'plain'
  /**
   * Ground of the section, edge to edge; the page's paper by default. At most one `deep` a page
   * (docs/design.md).
   */
  ground?: 'deep' | 'foam'
  /**
   * `wide` puts the label above and gives the content all twelve columns; `column` does so beside
   * another section.
   */
  layout?: 'margin' | 'wide' | 'column'
  children: ReactNode
}

export function Section({ label, aside, title, id, rule = 'line', ground, layout = 'margin', children }: SectionProps) {
  return (
    <section className={styles.section} data-rule={rule} data-ground={ground} data-layout={layout} id={id}>
      <div className={styles.margin}>
        {title === undefined ? <h2 className={styles.label}>{label}</h2> : <p className={styles.label}>{label}</p>}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      <Reveal className={styles.content}>
        {title !== undefined && <h2 className={styles.title}>{title}</h2>}
        {children}
      </Reveal>
    </section>
  )
}
