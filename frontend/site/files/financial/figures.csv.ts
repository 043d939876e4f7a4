// The five-year table as a spreadsheet opens it: a row per year, oldest first, units in the header.

import { msg } from '@lingui/core/macro'
import type { FileMaker } from '@portico/app/worker'
import { csv } from '#/files/csv.ts'
import { columns, type FinancialData } from './columns.ts'

const figures: FileMaker = ({ payload, locale }, i18n) => {
  const { years } = payload.data as FinancialData
  const header = columns.map((column) => {
    const name = i18n._(column.label)
    if (column.unit === undefined) return name
    const unit = i18n._(column.unit)
    return i18n._(msg`${name} (${unit})`)
  })
  const rows = years.items.map((year) => [year.year, ...columns.map(({ value }) => value(year, locale)), year.note])
  return csv([[i18n._(msg`Year`), ...header, i18n._(msg`Note`)], ...rows])
}

export default figures
