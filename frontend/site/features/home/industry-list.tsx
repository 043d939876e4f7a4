// The industries as numbered lines. The rule under them is the whole capital, and each industry's
// bar begins on it where the one above ends, so that the bars go down like a stair and add up to
// everything.

import { useHref } from '@portico/app/page'
import type { CSSProperties } from 'react'
import type { PageData } from '#/queries.ts'
import styles from './industry-list.module.css'

export type IndustryListProps = { items: PageData<'home'>['industries']['items'] }

export function IndustryList({ items }: IndustryListProps) {
  const href = useHref()
  return (
    <ol className={styles.list}>
      {items.map((industry, index) => (
        <li className={styles.item} style={bar(items, index)} key={industry.slug}>
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

/** Where an industry's bar begins and how long it is, as shares of the whole. */
function bar(items: IndustryListProps['items'], index: number): CSSProperties {
  const whole = Math.max(sum(items), Number.MIN_VALUE)
  const [before, own] = [sum(items.slice(0, index)), sum(items.slice(index, index + 1))]
  return { '--from': `${percent(before / whole)}%`, '--share': `${percent(own / whole)}%` } as CSSProperties
}

const sum = (items: IndustryListProps['items']): number => items.reduce((total, industry) => total + industry.allocation.value, 0)

const percent = (share: number): number => Math.round(share * 1000) / 10
