// The members' page: the quarter's figure, the letter that explains it with the earlier ones behind
// it, the holdings, and the next steps. Its words come from guarded content; this code has none of
// them.

import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { Holdings } from '#/features/product/holdings.tsx'
import { Letters } from '#/features/product/letters.tsx'
import { Notes } from '#/features/product/notes.tsx'
import { Quarter } from '#/features/product/quarter.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'
import { SmallHead } from '#/ui/SmallHead/SmallHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'product'>>()
  const { page, letters, companies } = data
  const about = section(page, 'letters')
  const holdings = section(page, 'holdings')
  const dates = section(page, 'dates')
  return (
    <>
      <SmallHead kicker={page.kicker} title={page.title} lead={page.lead}>
        <Html field="page.body" />
      </SmallHead>
      <Quarter letters={letters} facts={page.facts ?? []} />
      <Letters letters={letters} title={about?.title ?? page.title} note={about?.text} />
      {letters[0]?.holdings !== undefined && (
        <Section label={holdings?.title ?? page.title} aside={letters[0].quarter} layout="wide" ground="foam">
          <Holdings companies={companies.items} letters={letters} />
          {holdings !== undefined && <Notes part={holdings} set="terms" />}
        </Section>
      )}
      {dates !== undefined && (
        <Section label={dates.title} rule="plain">
          <Notes part={dates} set="dates" />
        </Section>
      )}
    </>
  )
}
