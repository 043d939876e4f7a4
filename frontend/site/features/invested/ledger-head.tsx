// The head of the ledger: the number of companies, as large as the page allows, and their status.

import { Plural, useLingui } from '@lingui/react/macro'
import { useHref, useSite } from '@portico/app/page'
import type { MouseEvent } from 'react'
import { statusLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
import { type LedgerCompany, readFilter, writeQuery } from './filter.ts'
import styles from './ledger-head.module.css'
import { StatusMark } from './status-mark.tsx'
import type { LedgerView } from './use-ledger.ts'

export type LedgerHeadProps = {
  page: PageData<'invested'>['page']
  companies: readonly LedgerCompany[]
  view: LedgerView
}

export function LedgerHead({ page, companies, view }: LedgerHeadProps) {
  const { founded } = useSite()
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{page.title}</h1>
        {page.lead !== undefined && <p className={styles.lead}>{page.lead}</p>}
        <Outcomes companies={companies} view={view} />
      </div>
      <p className={styles.number}>
        <span className={styles.figure}>{companies.length}</span>
        <span className={styles.counted}>
          <Plural value={companies.length} one={`company since ${founded}`} other={`companies since ${founded}`} />
        </span>
      </p>
    </header>
  )
}

/** How many are held, listed, sold: each a way to filter by it. */
function Outcomes({ companies, view }: Omit<LedgerHeadProps, 'page'>) {
  const { i18n } = useLingui()
  const href = useHref()
  return (
    <ul className={styles.outcomes}>
      {Object.entries(statusLabels).map(([status, name]) => {
        const filter = { ...readFilter(''), status }
        const choose = (event: MouseEvent) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          view.setFilter(filter)
        }
        return (
          <li key={status}>
            <a className={styles.outcome} href={`${href('invested')}${writeQuery(filter)}`} onClick={choose}>
              <span className={styles.count}>{companies.filter((company) => company.status === status).length}</span>{' '}
              <StatusMark status={status} />
              {i18n._(name)}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
