// What an error looks like: the tide is out. An empty contour, the status, one sentence, ways on.

import type { ReactNode } from 'react'
import { Contour } from '../Contour/Contour.tsx'
import styles from './ErrorView.module.css'

export type ErrorViewProps = {
  status: number
  title: ReactNode
  /** The message of the error itself. */
  message: ReactNode
  /** Links that lead on; none where only waiting helps. */
  ways?: readonly { href: string; label: ReactNode }[]
}

/** A shore without a tide: nearly level. */
const EBB = [4, 3, 3.4, 2.6, 3, 2.4, 2.8]

export function ErrorView({ status, title, message, ways = [] }: ErrorViewProps) {
  return (
    <div className={styles.error}>
      <p className={styles.status}>{status}</p>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.message}>{message}</p>
      {ways.length > 0 && (
        <ul className={styles.ways}>
          {ways.map((way) => (
            <li key={way.href}>
              <a href={way.href}>{way.label}</a>
            </li>
          ))}
        </ul>
      )}
      <Contour className={styles.shore} series={EBB} lines={7} ratio={8} tone="quiet" />
    </div>
  )
}
