// The newest piece: the headline is the page's moment of scale.

import { useLingui } from '@lingui/react/macro'
import { foreignLanguage } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import { categoryLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
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
        <time dateTime={item.date.value}>{item.date.text}</time> <span>{i18n._(categoryLabels[item.category])}</span>{' '}
        <span>{item.author}</span>
      </p>
      <p className={styles.summary}>{item.summary}</p>
    </article>
  )
}
