// Hits as the box and the results page show them; in a worker the same parts are made with slots in
// place of texts, for the origin to fill in (worker/search-file.tsx).

import type { ReactNode } from 'react'
import styles from './search.module.css'

/** A list of hits. */
export function HitList({ children }: { children: ReactNode }) {
  return <ol className={styles.hits}>{children}</ol>
}

export type HitItemProps = {
  href: string
  title: ReactNode
  /** Subject of the page, and its language where that is another than the visitor's. */
  about: ReactNode
  date?: ReactNode
  lang?: string | undefined
  /** Passages. */
  children: ReactNode
}

export function HitItem({ href, title, about, date, lang, children }: HitItemProps) {
  return (
    <li className={styles.hit}>
      <p className={styles.about}>
        {about} {date}
      </p>
      <div lang={lang}>
        <h3 className={styles.title}>
          <a href={href}>{title}</a>
        </h3>
        {children}
      </div>
    </li>
  )
}

/** A passage, with a link to its place on the page if it has one. */
export function PassageText({
  href,
  heading,
  children,
}: {
  href?: string | undefined
  heading?: ReactNode
  children: ReactNode
}) {
  return (
    <p className={styles.passage}>
      {href !== undefined && (
        <>
          <a href={href}>{heading}</a>{' '}
        </>
      )}
      {children}
    </p>
  )
}

/** Links or buttons that narrow the hits, as a list. */
export function Kinds({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.kinds} aria-label={label}>
      {children}
    </ul>
  )
}

/** Words on one kind, with the number of its hits. */
export function KindText({ label, count }: { label: ReactNode; count: ReactNode }) {
  return (
    <>
      {label} <span className={styles.count}>{count}</span>
    </>
  )
}

/** Links to the hits before and after these. */
export function HitPager({
  label,
  place,
  previous,
  next,
}: {
  label: string
  place: ReactNode
  previous: ReactNode
  next: ReactNode
}) {
  return (
    <nav className={styles.pager} aria-label={label}>
      {previous}
      <span>{place}</span>
      {next}
    </nav>
  )
}

/** Frame of an answer on the results page. */
export function AnswerFrame({ children }: { children: ReactNode }) {
  return <div className={styles.answer}>{children}</div>
}
