// A company: its contour, its facts in the margin, its story, and what the site says of it elsewhere.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { CompanyFacts } from '#/features/company/company-facts.tsx'
import { CompanyList } from '#/features/company/company-list.tsx'
import { categoryNames } from '#/features/names/names.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Quote } from '#/ui/Quote/Quote.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import { StoryList } from '#/ui/StoryList/StoryList.tsx'

export default function Page() {
  const { data } = usePage<PageData<'company'>>()
  const { i18n } = useLingui()
  const href = useHref()
  const { entry, cases, news, related } = data
  return (
    <>
      <PageHead
        kicker={
          <ArrowLink href={href('invested')} direction="back">
            <Trans>All companies</Trans>
          </ArrowLink>
        }
        title={entry.name}
        lead={entry.summary}
      />
      <Section label={<Trans>Revenue</Trans>} aside={<Trans>First year of the investment = 100</Trans>}>
        <SeriesFigure series={entry.series} from={entry.invested} />
      </Section>
      <Section label={<Trans>The company</Trans>} aside={<CompanyFacts company={entry} />}>
        <Prose>
          <Html field="entry.body" />
        </Prose>
      </Section>
      {entry.figures !== undefined && entry.figures.length > 0 && (
        <Section label={<Trans>In figures</Trans>}>
          <Figures items={entry.figures} />
        </Section>
      )}
      {entry.quote !== undefined && (
        <Section label={<Trans comment="Heading beside a quotation">In their words</Trans>}>
          <Quote text={entry.quote.text} by={entry.quote.by} />
        </Section>
      )}
      {cases.items.length > 0 && (
        <Section label={<Trans>The case</Trans>}>
          <StoryList items={cases.items} />
        </Section>
      )}
      {news.items.length > 0 && (
        <Section label={<Trans>News</Trans>}>
          <NewsList items={news.items.map((item) => ({ ...item, kind: i18n._(categoryNames[item.category]) }))} />
        </Section>
      )}
      {related.length > 0 && (
        <Section
          label={<Trans>In the same field</Trans>}
          aside={<a href={`${href('industry')}#${entry.industry.slug}`}>{entry.industry.name}</a>}
        >
          <CompanyList items={related} />
        </Section>
      )}
    </>
  )
}
