// One year of news: the year large in the margin, its pieces beside it; a piece about a company
// carries the company's signature.

import { useLingui } from '@lingui/react/macro'
import { foreignLanguage } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import { categoryLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import styles from './news-year.module.css'

type Item = PageData<'news'>['list']['items'][number]

export function NewsYear({ year, items }: { year: string; items: readonly Item[] }) {
  const { i18n } = useLingui()
  const { locale } = usePage()
  const pieces = items.map((item) => ({
    ...item,
    kind: i18n._(categoryLabels[item.category]),
    lang: foreignLanguage(item.title, locale),
  }))
  return (
    <section className={styles.year}>
      <h2 className={styles.number}>{year}</h2>
      <NewsList items={pieces} beside={({ company }) => company !== undefined && <About company={company} />} />
    </section>
  )
}

function About({ company }: { company: NonNullable<Item['company']> }) {
  return (
    <p className={styles.company}>
      <Contour className={styles.signature} series={company.series} lines={8} ratio={3} />
      <a href={company.href}>{company.name}</a>
    </p>
  )
}
