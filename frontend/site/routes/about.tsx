// About: the firm's sentence, its story, its rules, the funds by their years, the people, the
// years, the offices.

import { usePage } from '@portico/app/page'
import { Funds } from '#/features/about/funds.tsx'
import { Offices } from '#/features/about/offices.tsx'
import { People } from '#/features/about/people.tsx'
import { Principles } from '#/features/about/principles.tsx'
import { Story } from '#/features/about/story.tsx'
import { Years } from '#/features/about/years.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'about'>>()
  const { page, people, companies } = data
  const { facts = [], timeline = [] } = page
  const principles = section(page, 'principles')
  const funds = section(page, 'funds')
  const offices = section(page, 'offices')
  // Pages know no clock: the lines of funds and people end with the last year that the page itself
  // speaks of.
  const until = Math.max(...timeline.map((moment) => Number(moment.date.slice(0, 4))), 0)
  return (
    <>
      <PageHead kicker={page.kicker} title={page.lead ?? page.title} size="display" />
      <Story figures={facts} />
      {principles !== undefined && <Principles part={principles} />}
      {funds !== undefined && <Funds part={funds} until={until} />}
      <People items={people.items} companies={companies.items} until={until} />
      {timeline.length > 0 && <Years items={timeline} />}
      {offices !== undefined && <Offices part={offices} />}
    </>
  )
}
