// Invested companies: their number, and a ledger of them, with filters and order in the address.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { useChoices } from '#/features/invested/choices.ts'
import { Filters } from '#/features/invested/filters.tsx'
import { Ledger } from '#/features/invested/ledger.tsx'
import { LedgerHead } from '#/features/invested/ledger-head.tsx'
import { yearsOf } from '#/features/invested/ledger-years.ts'
import { NothingFound } from '#/features/invested/nothing-found.tsx'
import { useLedger } from '#/features/invested/use-ledger.ts'
import { section } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'invested'>>()
  const { page, companies } = data
  const view = useLedger(companies.items)
  const choices = useChoices(companies.items)
  const reading = section(page, 'reading')
  return (
    <>
      <LedgerHead page={page} companies={companies.items} view={view} />
      <Filters view={view} choices={choices} />
      {view.shown.length === 0 ? (
        <NothingFound view={view} choices={choices} />
      ) : (
        <Ledger companies={view.shown} order={view.order} years={yearsOf(companies.items)} />
      )}
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
