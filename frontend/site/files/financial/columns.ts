// The values of each year in the files of the financial page: the same quantities, in the same
// units, as the page's own table.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LocaleCode } from '@portico/app'
import { assetsFigure, assetsText } from '#/labels/assets.ts'
import type { PageData } from '#/queries.ts'

export type FinancialData = PageData<'financial'>
export type FinancialYear = FinancialData['years']['items'][number]

/** One quantity. `value` is the plain figure, `text` how the page writes it; both in `unit`. */
export type Column = {
  label: MessageDescriptor
  unit?: MessageDescriptor
  value: (year: FinancialYear, locale: LocaleCode) => number
  text: (year: FinancialYear, locale: LocaleCode) => string
}

const assets: Column = {
  label: msg`Assets under management`,
  unit: msg`billion yuan`,
  value: (year, locale) => assetsFigure(year.assets, locale),
  text: (year, locale) => assetsText(year.assets, locale),
}

const million = msg`million yuan`

/** A quantity with a figure that the payload holds as it is shown. */
const plain = (
  key: 'revenue' | 'carry' | 'distributed' | 'staff',
  label: MessageDescriptor,
  unit?: MessageDescriptor,
): Column => ({
  label,
  ...(unit === undefined ? {} : { unit }),
  value: (year) => year[key].value,
  text: (year) => year[key].text,
})

export const columns = [
  assets,
  plain('revenue', msg`Revenue`, million),
  plain('carry', msg`Carried interest received`, million),
  plain('distributed', msg`Distributed to investors`, million),
  plain('staff', msg`Staff`),
] as const satisfies readonly Column[]
