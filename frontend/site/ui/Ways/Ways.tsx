// The ways on from one of many: the one before, the one after, each by its name.

import type { ReactNode } from 'react'
import styles from './Ways.module.css'

export type Way = {
  href: string
  /** Which way it is, and what else there is to know before one goes it. */
  where: ReactNode
  title: string
  /** Language of the title, where it is not the page's. */
  lang?: string | undefined
}

export type WaysProps = { label: string; before: Way | undefined; after: Way | undefined }

export function Ways({ label, before, after }: WaysProps) {
  if (before === undefined && after === undefined) return null
  return (
    <nav className={styles.ways} aria-label={label}>
      {before !== undefined && <WayLink way={before} rel="prev" />}
      {after !== undefined && <WayLink way={after} rel="next" />}
    </nav>
  )
}

function WayLink({ way, rel }: { way: Way; rel: 'prev' | 'next' }) {
  return (
    <a className={styles.way} href={way.href} rel={rel}>
      <span className={styles.where}>{way.where}</span> <span lang={way.lang}>{way.title}</span>
    </a>
  )
}
