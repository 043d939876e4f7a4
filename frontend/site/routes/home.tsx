// Home: one sentence over the tide of the assets, three figures, how the firm invests, the latest
// case, industries, and a way in.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink } from '@portico/app/ui'
import { CaseSpread } from '#/features/cases/case-spread.tsx'
import { Approach } from '#/features/home/approach.tsx'
import { Closing } from '#/features/home/closing.tsx'
import { Hero } from '#/features/home/hero.tsx'
import { IndustryList } from '#/features/home/industry-list.tsx'
import { Numbers } from '#/features/home/numbers.tsx'
import { Sheet } from '#/features/home/sheet.tsx'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'home'>>()
  const href = useHref()
  const { page, companies, cases, industries, news, years } = data
  const approach = section(page, 'approach')
  const [latest] = cases.items
  return (
    <>
      <Hero page={page} years={years.items} />
      {page.facts !== undefined && <Numbers figures={page.facts} />}
      <Sheet companies={companies.items} />
      {approach !== undefined && <Approach part={approach} />}
      {latest !== undefined && (
        <CaseSpread entry={latest} label={<Trans>Latest case</Trans>} size="half">
          <ArrowLink href={latest.href}>
            <Trans>Read the case</Trans>
          </ArrowLink>
          <ArrowLink href={href('cases')}>
            <Trans>All cases</Trans>
          </ArrowLink>
        </CaseSpread>
      )}
      <Section layout="wide" label={<Trans>Industries</Trans>} aside={<Trans>Share of invested capital</Trans>}>
        <IndustryList items={industries.items} />
      </Section>
      <Closing news={news} invitation={section(page, 'send-plan')} />
    </>
  )
}
