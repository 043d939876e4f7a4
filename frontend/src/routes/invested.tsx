// Invested companies: a ledger with filters that stand in the address.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { matches } from '#/features/invested/filter.ts'
import { Filters } from '#/features/invested/filters.tsx'
import { Ledger } from '#/features/invested/ledger.tsx'
import { useFilter } from '#/features/invested/use-filter.ts'
import { section } from '#/features/sections/sections.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'invested'>>()
  const [filter, setFilter] = useFilter()
  const { page, companies } = data
  const shown = companies.items.filter((company) => matches(company, filter))
  const reading = section(page, 'reading')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <Filters companies={companies.items} filter={filter} shown={shown.length} onChange={setFilter} />
      <Ledger companies={shown} />
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
