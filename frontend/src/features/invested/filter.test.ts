import { describe, expect, it } from 'vitest'
import type { PageData } from '#/app/queries.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import { FILTER_KEYS, type LedgerCompany, matches, readFilter, writeFilter } from './filter.ts'

const data = sampleInput('invested', 'en').payload.data as unknown as PageData<'invested'>
const company = data.companies.items[0] as LedgerCompany

describe('the ledger’s filter', () => {
  it('survives the address', () => {
    const filter = { industry: 'medical', year: '2015', stage: '', status: 'held', fund: '' }
    expect(writeFilter(filter)).toBe('?industry=medical&year=2015&status=held')
    expect(readFilter(writeFilter(filter))).toEqual(filter)
  })

  it('is empty without a query, and then every company matches', () => {
    expect(Object.values(readFilter(''))).toEqual(FILTER_KEYS.map(() => ''))
    expect(writeFilter(readFilter(''))).toBe('')
    expect(matches(company, readFilter(''))).toBe(true)
  })

  it('a company matches when it has every chosen value', () => {
    const all = {
      industry: company.industry.slug,
      year: String(company.invested),
      stage: company.stage,
      status: company.status,
      fund: company.fund,
    }
    expect(matches(company, all)).toBe(true)
    for (const key of FILTER_KEYS) expect(matches(company, { ...all, [key]: 'another' })).toBe(false)
  })

  it('takes what strangers write into the address as a choice that nothing matches', () => {
    expect(matches(company, readFilter('?stage=<script>'))).toBe(false)
    expect(readFilter('?other=1')).toEqual(readFilter(''))
  })
})
