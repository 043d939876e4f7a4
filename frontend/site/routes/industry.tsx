// Industries: a map of shares that the arrow keys walk, then the details of each field.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { IndustryFields } from '#/features/industry/industry-fields.tsx'
import { IndustryMap, MapHint } from '#/features/industry/industry-map.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'industry'>>()
  const { page, industries, companies } = data
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Section id="map" label={<Trans>Share of invested capital</Trans>} aside={<MapHint />} layout="wide" ground="foam">
        <IndustryMap industries={industries.items} companies={companies.items} />
      </Section>
      <IndustryFields industries={industries.items} companies={companies.items} />
      <Section
        label={reading?.title ?? <Trans>Notes</Trans>}
        aside={reading?.text !== undefined && <Paragraphs text={reading.text} />}
      >
        <Prose>
          <Html field="page.body" />
        </Prose>
      </Section>
    </>
  )
}
