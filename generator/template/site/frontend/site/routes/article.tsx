// An article: date, text, and the ones before and after it.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './article.module.css'

export default function Page() {
  const { data, contentLocale } = usePage<PageData<'article'>>()
  const href = useHref()
  const { entry, neighbours } = data
  return (
    <article className={styles.article}>
      <PageHead title={entry.title} lead={entry.summary} lang={contentLocale}>
        <time dateTime={entry.date.value}>{entry.date.text}</time>
      </PageHead>
      <Prose>
        <Html field="entry.body" />
      </Prose>
      <nav className={styles.ways}>
        {neighbours.before !== undefined && (
          <ArrowLink href={neighbours.before.href} direction="back">
            {neighbours.before.title}
          </ArrowLink>
        )}
        {neighbours.after !== undefined && <ArrowLink href={neighbours.after.href}>{neighbours.after.title}</ArrowLink>}
        <a href={href('news')}>
          <Trans>All news</Trans>
        </a>
      </nav>
    </article>
  )
}
