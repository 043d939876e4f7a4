// In total: counters, capital by year as a tide, and the table it was drawn from.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { section } from '#/features/sections/sections.ts'
import { Counters } from '#/features/total/counters.tsx'
import { TotalTable } from '#/features/total/total-table.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { TideChart } from '#/ui/TideChart/TideChart.tsx'
import { highestYear } from '#/ui/TideChart/tide-chart.ts'

export default function Page() {
  const { data } = usePage<PageData<'total'>>()
  const { t } = useLingui()
  const { page, total } = data
  const reading = section(page, 'reading')
  const tide = total.years.map((year) => ({
    label: String(year.year),
    lower: year.invested.value,
    upper: year.followOn.value,
  }))
  const peak = total.years[highestYear(tide)]
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Section label={<Trans>To this day</Trans>}>
        <Counters items={total.counters} />
      </Section>
      <Section label={<Trans>By year</Trans>} aside={<Trans>Million yuan: first investments below, follow-on above</Trans>}>
        <TideChart
          years={tide}
          lowerLabel={<Trans>First investments</Trans>}
          upperLabel={<Trans>Follow-on</Trans>}
          peakLabel={
            peak !== undefined && (
              <Trans>
                {peak.year}: {peak.invested.text} + {peak.followOn.text}
              </Trans>
            )
          }
          label={t`Capital invested by year, in million yuan; the figures stand in the table below.`}
        />
      </Section>
      <Section label={<Trans>The same in a table</Trans>}>
        <TotalTable years={total.years} />
      </Section>
      {reading !== undefined && (
        <Section label={reading.title}>
          <Prose size="small">
            {reading.text !== undefined && <Paragraphs text={reading.text} />}
            <Html field="page.body" />
          </Prose>
        </Section>
      )}
    </>
  )
}
