// The head of a company, on the dark ground: its name over its signature, which runs across the
// whole window.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Shared } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import { quietAtFirst } from '#/ui/SeriesFigure/series.ts'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import styles from './company-head.module.css'

export function CompanyHead({ company }: { company: PageData<'company'>['entry'] }) {
  const href = useHref()
  const { t } = useLingui()
  const { path } = usePage()
  return (
    <header className={styles.head} data-ground="deep">
      <ArrowLink href={href('invested')} direction="back">
        <Trans>All companies</Trans>
      </ArrowLink>
      <h1 className={styles.name}>{company.name}</h1>
      <p className={styles.summary}>{company.summary}</p>
      <div className={styles.signature} data-overlap={quietAtFirst(company.series) ? 'name' : undefined}>
        <Shared name={path}>
          <YearReader
            name={t`Revenue, first year = 100`}
            years={company.series.map((value, index) => ({ label: String(company.invested + index), text: String(value) }))}
          >
            <SeriesFigure series={company.series} from={company.invested} shape="band" lines={48} />
          </YearReader>
        </Shared>
      </div>
    </header>
  )
}
