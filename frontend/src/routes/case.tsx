// A case: problem, what the firm did, the result in figures, a voice, and the years in the margin.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { CaseCompany } from '#/features/cases/case-company.tsx'
import { NextCase } from '#/features/cases/next-case.tsx'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Quote } from '#/ui/Quote/Quote.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import { Timeline } from '#/ui/Timeline/Timeline.tsx'

export default function Page() {
  const { data } = usePage<PageData<'case'>>()
  const href = useHref()
  const { entry, cases } = data
  return (
    <>
      <PageHead
        kicker={
          <ArrowLink href={href('cases')} direction="back">
            <Trans>All cases</Trans>
          </ArrowLink>
        }
        title={entry.title}
        lead={entry.summary}
        size="display"
      />
      <Section label={<Trans>Revenue</Trans>} aside={<Trans>First year of the investment = 100</Trans>}>
        <SeriesFigure series={entry.company.series} from={entry.company.invested} />
      </Section>
      <Section label={<Trans>The result in figures</Trans>}>
        <Figures items={entry.figures} />
      </Section>
      <Section label={<Trans>The problem</Trans>} aside={<CaseCompany company={entry.company} date={entry.date} />}>
        <Prose>
          <p>{entry.problem}</p>
        </Prose>
      </Section>
      <Section label={<Trans>What we did</Trans>}>
        <Prose>
          <p>{entry.approach}</p>
        </Prose>
      </Section>
      <Section label={<Trans>What came of it</Trans>} aside={<Timeline items={entry.timeline} size="margin" />}>
        <Prose>
          <p>{entry.result}</p>
          <Html field="entry.body" />
        </Prose>
      </Section>
      {entry.quote !== undefined && (
        <Section label={<Trans comment="Heading beside a quotation">In their words</Trans>}>
          <Quote text={entry.quote.text} by={entry.quote.by} />
        </Section>
      )}
      <NextCase slug={entry.slug} cases={cases.items} />
    </>
  )
}
