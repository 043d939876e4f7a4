// An article: a page for reading, with date, author and related texts in the margin.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { categoryNames } from '#/features/names/names.ts'
import { ArticleFacts } from '#/features/news/article-facts.tsx'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Article } from '#/ui/Article/Article.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'news-article'>>()
  const { i18n } = useLingui()
  const href = useHref()
  const { entry, related } = data
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
        margin={<ArticleFacts entry={entry} kind={i18n._(categoryNames[entry.category])} />}
      >
        <Prose>
          <Html field="entry.body" />
        </Prose>
      </Article>
      {related.length > 0 && (
        <Section label={<Trans>Related</Trans>}>
          <NewsList items={related} />
        </Section>
      )}
    </>
  )
}
