// Links from one of many to its neighbours: the one before, the one after, each by its name.

import type { ReactNode } from 'react'
import styles from './Pager.module.css'

export type PagerTarget = {
  href: string
  /** The direction, and other facts to know before following the link. */
  where: ReactNode
  title: string
  /** Language of the title, where it is not the page's. */
  lang?: string | undefined
}

export type PagerProps = { label: string; before: PagerTarget | undefined; after: PagerTarget | undefined }

export function Pager({ label, before, after }: PagerProps) {
  if (before === undefined && after === undefined) return null
  return (
    <nav className={styles.pager} aria-label={label}>
      {before !== undefined && <PagerLink to={before} rel="prev" />}
      {after !== undefined && <PagerLink to={after} rel="next" />}
    </nav>
  )
}

function PagerLink({ to, rel }: { to: PagerTarget; rel: 'prev' | 'next' }) {
  return (
    <a className={styles.link} href={to.href} rel={rel}>
      <span className={styles.where}>{to.where}</span> <span lang={to.lang}>{to.title}</span>
    </a>
  )
}
