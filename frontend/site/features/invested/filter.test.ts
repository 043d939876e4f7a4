import { describe, expect, it } from 'vitest'
import type { PageData } from '#/queries.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import { FILTER_KEYS, inOrder, type LedgerCompany, matches, readFilter, readOrder, writeQuery } from './filter.ts'

const data = sampleInput('invested', 'en').payload.data as unknown as PageData<'invested'>
const company = data.companies.items[0] as LedgerCompany

describe('the ledger’s filter', () => {
  it('survives the address', () => {
    const filter = { industry: 'medical', year: '2015', stage: '', status: 'held', fund: '' }
    expect(writeQuery(filter)).toBe('?industry=medical&year=2015&status=held')
    expect(readFilter(writeQuery(filter))).toEqual(filter)
  })

  it('is empty without a query, and then every company matches', () => {
    expect(Object.values(readFilter(''))).toEqual(FILTER_KEYS.map(() => ''))
    expect(writeQuery(readFilter(''))).toBe('')
    expect(matches(company, readFilter(''))).toBe(true)
  })

  it('a company matches when it has every chosen value', () => {
    const all = {
      industry: company.industry?.slug ?? '',
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

  it('an order survives the address, unless it is the page’s own or a stranger’s', () => {
    const none = readFilter('')
    expect(writeQuery(none, 'oldest')).toBe('?sort=oldest')
    expect(readOrder('?sort=oldest')).toBe('oldest')
    expect(writeQuery(none, 'newest')).toBe('')
    expect(readOrder('?sort=<script>')).toBe('newest')
  })

  it('orders by year and by name, and leaves the list it was given alone', () => {
    const [a, b] = [
      { ...company, name: '镜湖储能', invested: 2018 },
      { ...company, name: '澄晶半导体', invested: 2015 },
    ]
    const given = [a, b]
    expect(inOrder(given, 'oldest', 'zh-CN')).toEqual([b, a])
    expect(inOrder(given, 'name', 'zh-CN')).toEqual([b, a])
    expect(inOrder(given, 'newest', 'zh-CN')).toEqual([a, b])
    expect(given).toEqual([a, b])
  })
})
