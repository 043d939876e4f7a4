// The filters above the ledger. Each offers what the companies have, in the order of the lists it comes from. Without JavaScript
// the whole ledger is shown and the filters are not.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { fundNames, stageNames, statusNames } from '#/features/names/names.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { columnValue, FILTER_KEYS, type Filter, type FilterKey, type LedgerCompany, readFilter } from './filter.ts'
import styles from './filters.module.css'

export type FiltersProps = {
  companies: readonly LedgerCompany[]
  filter: Filter
  /** How many companies the filter leaves. */
  shown: number
  onChange: (filter: Filter) => void
}

export function Filters({ companies, filter, shown, onChange }: FiltersProps) {
  const { t } = useLingui()
  const optionsOf = useOptions(companies)
  const labels: Record<FilterKey, string> = {
    industry: t`Industry`,
    year: t`Year`,
    stage: t`Stage`,
    status: t`Status`,
    fund: t`Fund`,
  }
  const chosen = FILTER_KEYS.some((key) => filter[key] !== '')
  return (
    <section className={styles.filters} aria-label={t`Filters`}>
      {FILTER_KEYS.map((key) => (
        <label className={styles.filter} key={key}>
          <span className={styles.label}>{labels[key]}</span>
          <select
            className={styles.select}
            value={filter[key]}
            onChange={(event) => onChange({ ...filter, [key]: event.target.value })}
          >
            <option value="">{t({ message: 'All', comment: 'In a filter: no choice made' })}</option>
            {optionsOf(key).map((option) => (
              <option value={option.value} key={option.value}>
                {option.name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <p className={styles.count} role="status">
        <Plural value={shown} one="# company" other="# companies" />
      </p>
      {chosen && (
        <Button variant="quiet" onClick={() => onChange(readFilter(''))}>
          <Trans>Show all</Trans>
        </Button>
      )}
    </section>
  )
}

/** What can be chosen in a column: the values that occur, with their names. */
function useOptions(companies: readonly LedgerCompany[]): (key: FilterKey) => { value: string; name: string }[] {
  const { i18n } = useLingui()
  const known = {
    stage: Object.entries(stageNames).map(([value, name]) => ({ value, name: i18n._(name) })),
    status: Object.entries(statusNames).map(([value, name]) => ({ value, name: i18n._(name) })),
    fund: Object.entries(fundNames).map(([value, name]) => ({ value, name: i18n._(name) })),
  }
  return (key) => {
    const occurring = new Map(companies.map((company) => [columnValue(company, key), company]))
    if (key === 'industry') return Array.from(occurring, ([value, company]) => ({ value, name: company.industry.name }))
    if (key === 'year') return Array.from(occurring.keys(), (value) => ({ value, name: value }))
    return known[key].filter((option) => occurring.has(option.value))
  }
}
