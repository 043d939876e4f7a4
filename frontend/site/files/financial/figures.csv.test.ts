// The bytes of the five-year table, in both languages.

import type { LocaleCode } from '@portico/app'
import { loadI18n } from '@portico/app/i18n'
import { describe, expect, it } from 'vitest'
import { financialInput } from '#/testing/financial-input.ts'
import figures from './figures.csv.ts'

const made = async (locale: LocaleCode) => figures(financialInput(locale), await loadI18n(locale))

describe('figures.csv', () => {
  it('is the table of the page, oldest year first, with units in the header and plain figures', async () => {
    expect(await made('en')).toBe(
      [
        '\uFEFFYear,Assets under management (billion yuan),Revenue (million yuan),Carried interest received (million yuan),' +
          'Distributed to investors (million yuan),Staff,Note',
        '2024,116,254.6,40,1580,48,"\'=Fund I was wound up, and its carry paid."',
        '2025,18.6,208.5,0,310,47,Second year.',
        '',
      ].join('\r\n'),
    )
  })

  it('counts assets in 亿 in Chinese, as the page does (R9.01)', async () => {
    expect(await made('zh-CN')).toBe(
      [
        '\uFEFF年份,管理规模（亿元）,收入（百万元）,业绩报酬（百万元）,分配给投资人（百万元）,人数,说明',
        '2024,1160,254.6,40,1580,48,"\'=一号基金清算完毕，业绩报酬付清。"',
        '2025,186,208.5,0,310,47,第二年。',
        '',
      ].join('\r\n'),
    )
  })
})
