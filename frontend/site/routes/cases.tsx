// Cases: the newest as a spread at night, the others by their figures and of different weight.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import { CaseList } from '#/features/cases/case-entry.tsx'
import { CaseSpread } from '#/features/cases/case-spread.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'cases'>>()
  const { page, cases } = data
  const [newest, ...others] = cases.items
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      {newest !== undefined && (
        <CaseSpread entry={newest} label={<Trans>Latest case</Trans>} size="full">
          <ArrowLink href={newest.href}>
            <Trans>Read the case</Trans>
          </ArrowLink>
        </CaseSpread>
      )}
      <CaseList entries={others} />
      {reading !== undefined && (
        <Section label={reading.title}>
          <Prose>
            {reading.text !== undefined && <Paragraphs text={reading.text} />}
            <Html field="page.body" />
          </Prose>
        </Section>
      )}
    </>
  )
}
