// The financial page with two years of figures: one above a thousand, one of zero, and a note that
// looks like a formula.

import type { LocaleCode } from '@portico/app'
import type { Json, PageInput } from '@portico/app/page'
import { sampleInput } from '#/testing/sample-payload.ts'

export type Year = { [field: string]: Json }

export function financialInput(locale: LocaleCode, years: Year[] = financialYears(locale)): PageInput {
  const input = sampleInput('financial', locale)
  Object.assign(input.payload.data, { years: { items: years, total: years.length } })
  return input
}

export function financialYears(locale: LocaleCode): [Year, Year] {
  const [first, second] = NOTES[locale]
  return [
    {
      year: 2024,
      revenue: figure(254.6, '254.6'),
      assets: figure(116, '116.0'),
      carry: figure(40, '40.0'),
      distributed: figure(1580, '1,580.0'),
      staff: figure(48, '48'),
      note: first,
    },
    {
      year: 2025,
      revenue: figure(208.5, '208.5'),
      assets: figure(18.6, '18.6'),
      carry: figure(0, '0.0'),
      distributed: figure(310, '310.0'),
      staff: figure(47, '47'),
      note: second,
    },
  ]
}

const NOTES: Record<LocaleCode, [string, string]> = {
  en: ['=Fund I was wound up, and its carry paid.', 'Second year.'],
  'zh-CN': ['=一号基金清算完毕，业绩报酬付清。', '第二年。'],
}

const figure = (value: number, text: string) => ({ value, text })
