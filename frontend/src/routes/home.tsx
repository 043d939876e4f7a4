// Home: one sentence over the contour of the assets, three figures, the latest case, industries, news, and a way in.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { CaseTeaser } from '#/features/home/case-teaser.tsx'
import { Hero } from '#/features/home/hero.tsx'
import { IndustryList } from '#/features/home/industry-list.tsx'
import { Invitation } from '#/features/home/invitation.tsx'
import { categoryNames } from '#/features/names/names.ts'
import { section } from '#/features/sections/sections.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'home'>>()
  const { i18n } = useLingui()
  const href = useHref()
  const { page, cases, industries, news, years } = data
  const approach = section(page, 'approach')
  const invitation = section(page, 'send-plan')
  const [latest] = cases.items
  return (
    <>
      <Hero page={page} years={years.items} />
      {page.facts !== undefined && (
        <Section
          label={<Trans>In figures</Trans>}
          aside={
            <ArrowLink href={href('financial')}>
              <Trans>Five years in figures</Trans>
            </ArrowLink>
          }
        >
          <Figures items={page.facts} size="giant" />
        </Section>
      )}
      {approach?.items !== undefined && (
        <Section label={approach.title} aside={approach.text}>
          <NumberedList items={approach.items} flow="columns" />
        </Section>
      )}
      {latest !== undefined && <CaseTeaser entry={latest} />}
      <Section label={<Trans>Industries</Trans>} aside={<Trans>Share of invested capital</Trans>}>
        <IndustryList items={industries.items} />
      </Section>
      {news.length > 0 && (
        <Section
          label={<Trans>News</Trans>}
          aside={
            <ArrowLink href={href('news')}>
              <Trans>All news</Trans>
            </ArrowLink>
          }
        >
          <NewsList items={news.map((item) => ({ ...item, kind: i18n._(categoryNames[item.category]) }))} />
        </Section>
      )}
      {invitation !== undefined && <Invitation part={invitation} />}
    </>
  )
}
