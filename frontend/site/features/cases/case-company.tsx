// The margin of a case: the company, its place, its first year.

import { useLingui } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { Facts } from '#/ui/Facts/Facts.tsx'

type Case = PageData<'case'>['entry']

export function CaseCompany({ company, date }: { company: Case['company']; date: Case['date'] }) {
  const { t } = useLingui()
  const ofCompany = company && [
    { label: t`Company`, value: <a href={company.href}>{company.name}</a> },
    { label: t`Place`, value: company.city },
    { label: t`Invested`, value: company.invested },
  ]
  return (
    <Facts
      unsearched
      items={[...(ofCompany ?? []), { label: t`Written`, value: <time dateTime={date.value}>{date.text}</time> }]}
    />
  )
}
