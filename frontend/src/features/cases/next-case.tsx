// The way on from a case: the next one in the list, the first one after the last.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'

export type NextCaseProps = { slug: string; cases: PageData<'case'>['cases']['items'] }

export function NextCase({ slug, cases }: NextCaseProps) {
  const here = cases.findIndex((entry) => entry.slug === slug)
  const next = cases[(here + 1) % cases.length]
  if (next === undefined || next.slug === slug) return null
  return (
    <Section label={<Trans>The next case</Trans>} aside={next.company.name} title={<a href={next.href}>{next.title}</a>}>
      {null}
    </Section>
  )
}
