// Five years in figures: assets as one tide, small charts of the rest, the table they were drawn
// from with notes and files.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { AssetsTide } from '#/features/financial/assets-tide.tsx'
import { FinancialCharts } from '#/features/financial/financial-charts.tsx'
import { ReadingNotes } from '#/features/financial/reading-notes.tsx'
import { TableSpread } from '#/features/financial/table-spread.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'financial'>>()
  const { page, years } = data
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Section
        label={page.facts?.[0]?.label ?? <Trans>Assets under management</Trans>}
        aside={<Trans>Billion yuan, at the end of the year</Trans>}
        layout="wide"
        ground="foam"
      >
        <AssetsTide years={years.items} facts={page.facts ?? []} />
      </Section>
      <Section label={<Trans>By year</Trans>} rule="plain" layout="wide">
        <FinancialCharts years={years.items} />
      </Section>
      <Section label={<Trans>The figures</Trans>} layout="wide">
        <TableSpread years={years.items} />
      </Section>
      <Section label={section(page, 'reading')?.title ?? <Trans>Notes</Trans>}>
        <ReadingNotes page={page} />
      </Section>
    </>
  )
}
