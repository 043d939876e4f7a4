// Track record: counters, capital by year as a tide at night, and the table it was drawn from.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { CapitalTide } from '#/features/total/capital-tide.tsx'
import { Counters } from '#/features/total/counters.tsx'
import { TotalTable } from '#/features/total/total-table.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'total'>>()
  const { page, total } = data
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Counters items={total.counters} />
      <Section
        label={<Trans>By year</Trans>}
        aside={<Trans>Million yuan: first investments below, follow-on above</Trans>}
        layout="wide"
        ground="deep"
      >
        <CapitalTide years={total.years} />
      </Section>
      <Section
        label={<Trans>The figures</Trans>}
        aside={reading?.text !== undefined && <Paragraphs text={reading.text} />}
        rule="plain"
      >
        <TotalTable years={total.years} />
      </Section>
    </>
  )
}
