// The head of a case: the sentence on the left, its subject on the right, and under both the case's
// main figure, as large as the page allows, over its count, or the company's signature.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Shared } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { Count } from '#/ui/Count/Count.tsx'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import styles from './case-head.module.css'

export function CaseHead({ entry }: { entry: PageData<'case'>['entry'] }) {
  const href = useHref()
  const { path } = usePage()
  const [figure] = entry.figures
  return (
    <header className={styles.head}>
      <ArrowLink href={href('cases')} direction="back">
        <Trans>All cases</Trans>
      </ArrowLink>
      <div className={styles.words}>
        <h1>{entry.title}</h1>
        <p className={styles.lead}>{entry.summary}</p>
      </div>
      {figure !== undefined && (
        <div className={styles.figure}>
          <ChangeFigure figure={figure} size="huge" />
        </div>
      )}
      <Shared name={path}>
        {entry.drawing !== undefined ? (
          <Count drawing={entry.drawing} />
        ) : (
          entry.company && <SeriesFigure series={entry.company.series} from={entry.company.invested} lines={30} />
        )}
      </Shared>
    </header>
  )
}
