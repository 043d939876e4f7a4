// The newest piece: the headline is the page's moment of scale.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { categoryNames } from '#/features/names/names.ts'
import { foreignLanguage } from '#/i18n/language-of.ts'
import styles from './lead-story.module.css'

export function LeadStory({ item }: { item: PageData<'news'>['list']['items'][number] }) {
  const { i18n } = useLingui()
  const { locale } = usePage()
  return (
    <article className={styles.story} lang={foreignLanguage(item.title, locale)}>
      <h2 className={styles.title}>
        <a href={item.href}>{item.title}</a>
      </h2>
      <p className={styles.when} lang={locale}>
        <time dateTime={item.date.value}>{item.date.text}</time> <span>{i18n._(categoryNames[item.category])}</span>{' '}
        <span>{item.author}</span>
      </p>
      <p className={styles.summary}>{item.summary}</p>
    </article>
  )
}
