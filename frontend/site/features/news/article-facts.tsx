// The margin of an article: its date, author and subject, and the signature of its company.

import { useLingui } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Facts } from '#/ui/Facts/Facts.tsx'
import styles from './article-facts.module.css'

export type ArticleFactsProps = { entry: PageData<'news-article'>['entry']; kind: string }

export function ArticleFacts({ entry, kind }: ArticleFactsProps) {
  const { t } = useLingui()
  const facts = [
    { label: t`Date`, value: <time dateTime={entry.date.value}>{entry.date.text}</time> },
    { label: t`Author`, value: entry.author },
    { label: t`Kind`, value: kind },
  ]
  if (entry.company !== undefined) {
    facts.push({ label: t`Company`, value: <a href={entry.company.href}>{entry.company.name}</a> })
  }
  if (entry.tags !== undefined && entry.tags.length > 0) facts.push({ label: t`Subjects`, value: entry.tags.join(' · ') })
  return (
    <>
      <Facts items={facts} unsearched />
      {entry.company !== undefined && (
        <Contour className={styles.signature} series={entry.company.series} lines={14} ratio={3.4} />
      )}
    </>
  )
}
