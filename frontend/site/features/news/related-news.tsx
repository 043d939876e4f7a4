// Where to read on: related pieces, three abreast, dated.

import { useLingui } from '@lingui/react/macro'
import { foreignLanguage } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './related-news.module.css'

export function RelatedNews({ items }: { items: PageData<'news-article'>['related'] }) {
  const { t } = useLingui()
  const { locale } = usePage()
  if (items.length === 0) return null
  return (
    <div data-print="no" data-search="no">
      <Section label={t`Related`} layout="wide">
        <ol className={styles.list}>
          {items.map((item) => (
            <li className={styles.item} key={item.href}>
              <time className={styles.date} dateTime={item.date.value}>
                {item.date.text}
              </time>
              <h3 className={styles.title} lang={foreignLanguage(item.title, locale)}>
                <a href={item.href}>{item.title}</a>
              </h3>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
