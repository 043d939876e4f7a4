// Industries: a map of shares that leads to each field below, with its questions and its companies.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { IndustryFields } from '#/features/industry/industry-fields.tsx'
import { section } from '#/features/sections/sections.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { Treemap } from '#/ui/Treemap/Treemap.tsx'

export default function Page() {
  const { data } = usePage<PageData<'industry'>>()
  const { t } = useLingui()
  const { page, industries, companies } = data
  const reading = section(page, 'reading')
  const items = industries.items.map((industry) => ({
    id: industry.slug,
    name: industry.name,
    value: industry.allocation.value,
    text: industry.allocation.text,
    href: `#${industry.slug}`,
  }))
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Section label={<Trans>Share of invested capital</Trans>} aside={<Trans>Choose a field to read on.</Trans>}>
        <Treemap items={items} label={t`Industries by their share of invested capital`} />
      </Section>
      <IndustryFields industries={industries.items} companies={companies.items} />
      {reading?.text !== undefined && (
        <Section label={reading.title}>
          <Prose size="small">
            <Paragraphs text={reading.text} />
          </Prose>
        </Section>
      )}
    </>
  )
}
