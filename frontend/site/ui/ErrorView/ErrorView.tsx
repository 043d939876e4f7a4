// The look of an error: the tide is out. The status, large; one sentence; three links on; an empty
// shore from edge to edge.

import type { ReactNode } from 'react'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Sentences } from '#/ui/Sentences/Sentences.tsx'
import styles from './ErrorView.module.css'

export type ErrorViewProps = {
  status: number
  title: string
  /** The message of the error itself. */
  message: ReactNode
  /** Three links that lead on; `external` makes one a new document. */
  links: readonly { href: string; label: ReactNode; rel?: 'external' }[]
}

/** A shore without a tide: nearly level. */
const EBB = [4, 3, 3.4, 2.6, 3, 2.4, 2.8]

export function ErrorView({ status, title, message, links }: ErrorViewProps) {
  return (
    <div className={styles.error}>
      <div className={styles.words}>
        <p className={styles.status} data-status={status}>
          {status}
        </p>
        <div>
          <h1 className={styles.title}>
            <Sentences text={title} />
          </h1>
          <p className={styles.message} data-live="">
            {message}
          </p>
          <ul className={styles.links}>
            {links.map(({ label, ...link }) => (
              <li key={link.href}>
                <a {...link}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Contour className={styles.shore} series={EBB} lines={14} ratio={8} tone="quiet" />
    </div>
  )
}
