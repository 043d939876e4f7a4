// An exhibition in a list: picture, days, title, room.

import type { Entry } from '@portico/app/page'
import { DayRange } from '#/ui/DayRange/DayRange.tsx'
import { Picture } from '#/ui/Picture/Picture.tsx'
import styles from './ExhibitionCard.module.css'

export type Card = Entry<'exhibitions', 'title' | 'summary' | 'opens' | 'closes' | 'room' | 'picture' | 'href'>

export type ExhibitionCardProps = {
  item: Card
  /** Level of the title: one below that of the heading above it. */
  heading: 'h2' | 'h3'
}

export function ExhibitionCard({ item, heading: Heading }: ExhibitionCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Picture picture={item.picture} alt="" sizes="(min-width: 48em) 34rem, 92vw" className={styles.picture} />
      </div>
      <p className={styles.days}>
        <DayRange opens={item.opens} closes={item.closes} />
      </p>
      <Heading className={styles.title}>
        <a href={item.href}>{item.title}</a>
      </Heading>
      <p className={styles.summary}>{item.summary}</p>
      <p className={styles.room}>{item.room}</p>
    </article>
  )
}

export function ExhibitionGrid({ items, heading }: { items: readonly Card[]; heading: 'h2' | 'h3' }) {
  return (
    <ul className={styles.grid}>
      {items.map((item) => (
        <li key={item.href}>
          <ExhibitionCard item={item} heading={heading} />
        </li>
      ))}
    </ul>
  )
}
