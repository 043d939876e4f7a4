// An article: a page for reading, with date and author in the margin, and at its end the earlier
// and the later article, and related ones that are not mentioned there already.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import { ArticleFacts } from '#/features/news/article-facts.tsx'
import { ArticlePager } from '#/features/news/article-pager.tsx'
import { RelatedNews } from '#/features/news/related-news.tsx'
import { categoryLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
import { Article } from '#/ui/Article/Article.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { data, contentLocale } = usePage<PageData<'news-article'>>()
  const { i18n } = useLingui()
  const href = useHref()
  const { entry, related, neighbours } = data
  const beside = [neighbours.before?.href, neighbours.after?.href]
  return (
    <>
      <Article
        back={
          <ArrowLink href={href('news')} direction="back">
            <Trans>All news</Trans>
          </ArrowLink>
        }
        title={entry.title}
        lead={entry.summary}
        lang={contentLocale}
        foot={<ArticlePager neighbours={neighbours} />}
        margin={<ArticleFacts entry={entry} kind={i18n._(categoryLabels[entry.category])} />}
      >
        <Prose>
          <Html field="entry.body" />
        </Prose>
      </Article>
      <RelatedNews items={related.filter(({ href }) => !beside.includes(href)).slice(0, 3)} />
    </>
  )
}
