// All exhibitions, newest first; a browser, which knows the day, also chooses by it.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { useState } from 'react'
import { inPhase, type Phase, useToday } from '#/features/exhibitions/phase.ts'
import type { PageData } from '#/queries.ts'
import { ExhibitionGrid } from '#/ui/ExhibitionCard/ExhibitionCard.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './exhibitions.module.css'

type Choice = Phase | 'all'

export default function Page() {
  const { page, list } = usePage<PageData<'exhibitions'>>().data
  const { t } = useLingui()
  const today = useToday()
  const [choice, setChoice] = useState<Choice>('all')
  const choices: [Choice, string][] = [
    ['all', t`All`],
    ['current', t`On now`],
    ['upcoming', t`Coming`],
    ['past', t`Past`],
  ]
  const items = today === undefined || choice === 'all' ? list.items : inPhase(list.items, choice, today)
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <div className={styles.choices} role="group" aria-label={t`Which exhibitions`}>
        {choices.map(([value, label]) => (
          <button type="button" aria-pressed={value === choice} onClick={() => setChoice(value)} key={value}>
            {label}
          </button>
        ))}
      </div>
      {items.length === 0 ? (
        <p>
          <Trans>None at the moment.</Trans>
        </p>
      ) : (
        <ExhibitionGrid items={items} heading="h2" />
      )}
    </>
  )
}
