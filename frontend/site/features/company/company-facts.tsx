// The margin of a company: field, place, years, fund, state.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { fundLabels, stageLabels, statusLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
import { Facts } from '#/ui/Facts/Facts.tsx'

export function CompanyFacts({ company }: { company: PageData<'company'>['entry'] }) {
  const { i18n, t } = useLingui()
  const href = useHref()
  const { industry } = company
  const ofIndustry = industry && [
    { label: t`Industry`, value: <a href={`${href('industry')}#${industry.slug}`}>{industry.name}</a> },
  ]
  return (
    <Facts
      items={[
        ...(ofIndustry ?? []),
        { label: t`Place`, value: company.city },
        { label: t`Founded`, value: company.founded },
        {
          label: t`Invested`,
          value: (
            <Trans>
              {company.invested}, {i18n._(stageLabels[company.stage])}
            </Trans>
          ),
        },
        { label: t`Fund`, value: i18n._(fundLabels[company.fund]) },
        { label: t`Status`, value: i18n._(statusLabels[company.status]) },
      ]}
    />
  )
}
