// The names of the choices in the ledger: its columns and the values that occur in them.

import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { fundLabels, stageLabels, statusLabels } from '#/labels/content-labels.ts'
import { columnValue, type FilterKey, type LedgerCompany, type Order } from './filter.ts'

export type Choice = { value: string; name: string }

export type Choices = {
  columns: Record<FilterKey, string>
  orders: Record<Order, string>
  /**
   * Choices of a column: the values that occur, in the order of the lists they come
   * from.
   */
  of: (key: FilterKey) => Choice[]
  /**
   * The name of a value, also of one that no company has; the value itself where a stranger wrote
   * it into the address.
   */
  nameOf: (key: FilterKey, value: string) => string
}

export function useChoices(companies: readonly LedgerCompany[]): Choices {
  const { i18n, t } = useLingui()
  const named = (names: Record<string, MessageDescriptor>) =>
    Object.entries(names).map(([value, name]) => ({ value, name: i18n._(name) }))
  const known: { [key in FilterKey]?: Choice[] } = {
    stage: named(stageLabels),
    status: named(statusLabels),
    fund: named(fundLabels),
  }
  const of = (key: FilterKey) => {
    const occurring = new Map(companies.map((company) => [columnValue(company, key), company]))
    if (key === 'industry')
      return Array.from(occurring).flatMap(([value, { industry }]) => (industry ? [{ value, name: industry.name }] : []))
    if (key === 'year') return Array.from(occurring.keys(), (value) => ({ value, name: value }))
    return (known[key] ?? []).filter((choice) => occurring.has(choice.value))
  }
  return {
    columns: { industry: t`Industry`, year: t`Year`, stage: t`Stage`, status: t`Status`, fund: t`Fund` },
    orders: { newest: t`Newest first`, oldest: t`Oldest first`, name: t`By name` },
    of,
    nameOf: (key, value) => (known[key] ?? of(key)).find((choice) => choice.value === value)?.name ?? value,
  }
}
