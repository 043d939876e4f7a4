// The industries as numbered lines with their shares: a list, not a row of cards.

import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import styles from './industry-list.module.css'

export type IndustryListProps = { items: PageData<'home'>['industries']['items'] }

export function IndustryList({ items }: IndustryListProps) {
  const href = useHref()
  return (
    <ol className={styles.list}>
      {items.map((industry) => (
        <li key={industry.slug}>
          <a className={styles.line} href={`${href('industry')}#${industry.slug}`}>
            <span className={styles.name}>{industry.name}</span>
            <span className={styles.summary}>{industry.summary}</span>
            <span className={styles.share}>{industry.allocation.text}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}
