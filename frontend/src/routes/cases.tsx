// Cases: six stories, told by their sentences and figures.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { CaseEntry } from '#/features/cases/case-entry.tsx'
import { section } from '#/features/sections/sections.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'cases'>>()
  const { page, cases } = data
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      {cases.items.map((entry, index) => (
        <CaseEntry entry={entry} first={index === 0} key={entry.slug} />
      ))}
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
