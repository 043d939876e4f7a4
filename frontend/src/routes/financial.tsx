// Five years in figures: charts, the table they were drawn from, and a sentence on each year.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { FinancialCharts } from '#/features/financial/financial-charts.tsx'
import { FinancialTable } from '#/features/financial/financial-table.tsx'
import { YearNotes } from '#/features/financial/year-notes.tsx'
import { section } from '#/features/sections/sections.ts'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'financial'>>()
  const { page, years } = data
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      {page.facts !== undefined && (
        <Section label={<Trans>The last year</Trans>}>
          <Figures items={page.facts} size="giant" />
        </Section>
      )}
      <Section label={<Trans>By year</Trans>}>
        <FinancialCharts years={years.items} />
      </Section>
      <Section label={<Trans>The same in a table</Trans>}>
        <FinancialTable years={years.items} />
      </Section>
      <Section label={<Trans>Year by year</Trans>}>
        <YearNotes years={years.items} />
      </Section>
      <Section label={reading?.title ?? <Trans>Notes</Trans>}>
        <Prose size="small">
          {reading?.text !== undefined && <Paragraphs text={reading.text} />}
          <Html field="page.body" />
        </Prose>
      </Section>
    </>
  )
}
