// Search, filters and order of the list.

import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { collectionName } from './collection-name.ts'
import { countsOf, type Filter, type Order, type Standing } from './rows.ts'
import { STATE_WORDS } from './words.ts'

/** Properties: the present choices, and what is done with others. */
export type FilterBarProps = {
  filter: Filter
  order: Order
  onFilter: (filter: Filter) => void
  onOrder: (order: Order) => void
}

/** The bar. */
export function FilterBar({ filter, order, onFilter, onOrder }: FilterBarProps) {
  const { t, i18n } = useLingui()
  const entries = useEntries((state) => state.entries)
  const info = useStudio((state) => state.info)
  const counts = useMemo(() => countsOf(entries), [entries])
  return (
    <search className="filters">
      <label className="wide">
        <Trans>Search</Trans>
        <input
          type="search"
          placeholder={t`Words of a title, or a part of the address`}
          value={filter.words}
          onChange={({ target }) => onFilter({ ...filter, words: target.value })}
        />
      </label>
      <label>
        <Trans>Collection</Trans>
        <select value={filter.collection} onChange={({ target }) => onFilter({ ...filter, collection: target.value })}>
          <option value="">{t`All`}</option>
          {[...counts].map(([name, count]) => (
            <option key={name} value={name}>
              {`${collectionName(info, name)} (${count})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <Trans>Language</Trans>
        <select value={filter.locale} onChange={({ target }) => onFilter({ ...filter, locale: target.value })}>
          <option value="">{t`All`}</option>
          {info?.locales.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <Trans>State</Trans>
        <select value={filter.state} onChange={({ target }) => onFilter({ ...filter, state: target.value as Standing | '' })}>
          <option value="">{t`All`}</option>
          {Object.entries(STATE_WORDS).map(([state, words]) => (
            <option key={state} value={state}>
              {i18n._(words)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <Trans>Order</Trans>
        <select value={order} onChange={({ target }) => onOrder(target.value as Order)}>
          <option value="title">{t`By title`}</option>
          <option value="state">{t`What needs work first`}</option>
        </select>
      </label>
    </search>
  )
}
