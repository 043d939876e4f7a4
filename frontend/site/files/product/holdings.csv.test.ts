// The bytes of the holdings, in both languages.

import type { LocaleCode } from '@portico/app'
import { loadI18n } from '@portico/app/i18n'
import { describe, expect, it } from 'vitest'
import { sampleInput } from '#/testing/sample-payload.ts'
import holdings from './holdings.csv.ts'

const figure = (value: number, text: string) => ({ value, text })

async function made(locale: LocaleCode) {
  const input = sampleInput('product', locale)
  Object.assign(input.payload.data, {
    companies: { items: [{ slug: 'ripple', name: 'Ripple', href: '/r', industry: { name: 'Chips' } }], total: 1 },
    letters: [
      {
        holdings: [
          { company: 'ripple', cost: figure(620, '620.0'), value: figure(2318, '2,318.0'), irr: figure(19.8, '19.8%') },
          { company: 'gone', cost: figure(0, '0.0'), value: figure(5, '5.0'), irr: figure(1, '1.0%') },
        ],
        changes: [{ company: 'ripple', text: '=It rose.' }],
      },
    ],
  })
  return holdings(input, await loadI18n(locale))
}

describe('holdings.csv', () => {
  it('has a row per company, units in the header, plain figures, and the letter’s words', async () => {
    expect(await made('en')).toBe(
      [
        '\uFEFFCompany,Industry,Cost (million yuan),Value (million yuan),Multiple,IRR (%),Note',
        'Ripple,Chips,620,2318,3.7,19.8,"\'=It rose."',
        'gone,,0,5,,1,',
        '',
      ].join('\r\n'),
    )
    expect((await made('zh-CN')).toString().split('\r\n')[0]).toBe(
      '\uFEFF公司,行业,成本（百万元）,估值（百万元）,倍数,年化回报（%）,说明',
    )
  })
})
