// The filters above the ledger, the order beside them, and the chosen values beneath, each with a
// way to remove it. Without JavaScript the whole ledger is shown and the filters are not.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SelectField } from '@portico/app/forms'
import { Button, Icon, icons } from '@portico/app/ui'
import type { Choice, Choices } from './choices.ts'
import { chosenKeys, FILTER_KEYS, type FilterKey, ORDERS, type Order, readFilter } from './filter.ts'
import styles from './filters.module.css'
import type { LedgerView } from './use-ledger.ts'

export type FiltersProps = { view: LedgerView; choices: Choices }

export function Filters({ view, choices }: FiltersProps) {
  const { t } = useLingui()
  const { filter, order, setFilter, setOrder } = view
  // A value in the address that no company has is a choice as well, or the control would not show
  // it.
  const foreign = (key: FilterKey) => {
    const value = filter[key]
    return value === '' || choices.of(key).some((choice) => choice.value === value)
      ? []
      : [{ value, name: choices.nameOf(key, value) }]
  }
  return (
    <section className={styles.filters} aria-label={t`Filters`}>
      <div className={styles.row} data-print="no" data-search="no">
        {FILTER_KEYS.map((key) => (
          <ChoiceField
            label={choices.columns[key]}
            value={filter[key]}
            choices={[
              { value: '', name: t({ message: 'All', comment: 'In a filter: no choice made' }) },
              ...choices.of(key),
              ...foreign(key),
            ]}
            onChange={(value) => setFilter({ [key]: value })}
            key={key}
          />
        ))}
        <ChoiceField
          label={t`Order`}
          value={order}
          choices={ORDERS.map((value) => ({ value, name: choices.orders[value] }))}
          onChange={(value) => setOrder(value as Order)}
        />
      </div>
      <div className={styles.state}>
        <p className={styles.count} role="status" data-search="no">
          <Plural value={view.shown.length} one="# company" other="# companies" />
        </p>
        <Chips view={view} choices={choices} />
      </div>
    </section>
  )
}

type ChoiceFieldProps = { label: string; value: string; choices: readonly Choice[]; onChange: (value: string) => void }

/** The first choice is the page's default; any other is marked. */
function ChoiceField({ label, value, choices, onChange }: ChoiceFieldProps) {
  return (
    <SelectField
      label={label}
      look="line"
      value={value}
      data-chosen={value === choices[0]?.value ? undefined : 'true'}
      onChange={(event) => onChange(event.target.value)}
    >
      {choices.map((choice) => (
        <option value={choice.value} key={choice.value}>
          {choice.name}
        </option>
      ))}
    </SelectField>
  )
}

/** Current choices. */
function Chips({ view: { filter, setFilter }, choices }: FiltersProps) {
  const { t } = useLingui()
  const chosen = chosenKeys(filter)
  if (chosen.length === 0) return null
  return (
    <div className={styles.chips}>
      {chosen.map((key) => {
        const [column, name] = [choices.columns[key], choices.nameOf(key, filter[key])]
        return (
          <button
            className={styles.chip}
            type="button"
            aria-label={t`Take away ${column}: ${name}`}
            onClick={() => setFilter({ ...filter, [key]: '' })}
            key={key}
          >
            {name}
            <Icon path={icons.close} className={styles.cross} />
          </button>
        )
      })}
      <Button variant="quiet" onClick={() => setFilter(readFilter(''))}>
        <Trans>Show all</Trans>
      </Button>
    </div>
  )
}
