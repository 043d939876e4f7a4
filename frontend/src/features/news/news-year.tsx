// One year of news: the year large in the margin, its pieces beside it; a piece about a company carries the company's signature.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { categoryNames } from '#/features/names/names.ts'
import { foreignLanguage } from '#/i18n/language-of.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import styles from './news-year.module.css'

type Item = PageData<'news'>['list']['items'][number]

export function NewsYear({ year, items }: { year: string; items: readonly Item[] }) {
  return (
    <section className={styles.year}>
      <h2 className={styles.number}>{year}</h2>
      <ol className={styles.list}>
        {items.map((item) => (
          <Entry item={item} key={item.href} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ item }: { item: Item }) {
  const { i18n } = useLingui()
  const { locale } = usePage()
  const language = foreignLanguage(item.title, locale)
  return (
    <li className={styles.item}>
      <p className={styles.when}>
        <time dateTime={item.date.value}>{item.date.text}</time>
        <span className={styles.kind}>{i18n._(categoryNames[item.category])}</span>
      </p>
      <div lang={language}>
        <h3 className={styles.title}>
          <a href={item.href}>{item.title}</a>
        </h3>
        <p className={styles.summary}>{item.summary}</p>
      </div>
      {item.company !== undefined && (
        <p className={styles.company}>
          <Contour className={styles.signature} series={item.company.series} lines={8} ratio={3} />
          <a href={item.company.href}>{item.company.name}</a>
        </p>
      )}
    </li>
  )
}
