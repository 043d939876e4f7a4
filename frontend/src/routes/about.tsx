// About: the story, the principles, the funds, the people, the years, the offices.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { Funds } from '#/features/about/funds.tsx'
import { Offices } from '#/features/about/offices.tsx'
import { People } from '#/features/about/people.tsx'
import { section } from '#/features/sections/sections.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { Timeline } from '#/ui/Timeline/Timeline.tsx'

export default function Page() {
  const { data } = usePage<PageData<'about'>>()
  const href = useHref()
  const { page, people } = data
  const principles = section(page, 'principles')
  const funds = section(page, 'funds')
  const offices = section(page, 'offices')
  return (
    <>
      <PageHead kicker={page.kicker} title={page.lead ?? page.title} size="display" />
      <Section
        label={<Trans>The story</Trans>}
        aside={
          <ArrowLink href={href('financial')}>
            <Trans>Five years in figures</Trans>
          </ArrowLink>
        }
      >
        <Prose>
          <Html field="page.body" />
        </Prose>
      </Section>
      {page.facts !== undefined && (
        <Section label={<Trans>In figures</Trans>}>
          <Figures items={page.facts} />
        </Section>
      )}
      {principles?.items !== undefined && (
        <Section label={principles.title} aside={principles.text}>
          <NumberedList items={principles.items} />
        </Section>
      )}
      {funds?.items !== undefined && (
        <Section label={funds.title} aside={funds.text}>
          <Funds items={funds.items} />
        </Section>
      )}
      <Section label={<Trans>People</Trans>}>
        <People items={people.items} />
      </Section>
      {page.timeline !== undefined && (
        <Section label={<Trans>The years</Trans>}>
          <Timeline items={page.timeline} />
        </Section>
      )}
      {offices?.items !== undefined && (
        <Section label={offices.title} aside={offices.text}>
          <Offices items={offices.items} />
        </Section>
      )}
    </>
  )
}
