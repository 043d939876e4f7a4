import { describe, expect, it } from 'vitest'
import { dayText, momentText, monthText, yearMonthText } from '#/i18n/dates.ts'
import { zonedMomentText } from '#/i18n/zoned-moments.ts'

describe('dates that the browser writes', () => {
  it('look like those of the content, and a day is the same day everywhere', () => {
    expect(dayText('2026-06-01', 'en')).toBe('1 June 2026')
    expect(dayText('2026-06-01', 'zh-CN')).toBe('2026年6月1日')
  })

  it('a month is written as its language does beside a year', () => {
    expect(monthText('2026-06', 'en')).toBe('June')
    expect(monthText('2026-06', 'zh-CN')).toBe('6月')
  })

  it('months are short, and a year alone stays one', () => {
    expect(yearMonthText('2012-06', 'en')).toBe('Jun 2012')
    expect(yearMonthText('2012-06', 'zh-CN')).toBe('2012.06')
    expect(yearMonthText('2012', 'en')).toBe('2012')
  })

  it('what is no date is shown as it came', () => {
    expect(dayText('soon', 'en')).toBe('soon')
    expect(momentText('', 'zh-CN')).toBe('')
  })

  it('moments have a time of day', () => {
    expect(momentText('2026-11-21T03:04:05Z', 'en')).toMatch(/^2[01] Nov 2026, \d{2}:04$/u)
    expect(momentText('2026-11-21T03:04:05Z', 'zh-CN')).toMatch(/^2026年11月2[01]日 \d{2}:04$/u)
  })

  it.each([
    ['en', 'Asia/Shanghai', '21 Nov 2026, 11:04 (UTC+08:00)'],
    ['zh-CN', 'Asia/Shanghai', '2026年11月21日 11:04 (UTC+08:00)'],
    ['en', 'America/New_York', '20 Nov 2026, 22:04 (UTC-05:00)'],
    ['en', 'Asia/Kolkata', '21 Nov 2026, 08:34 (UTC+05:30)'],
    ['en', 'UTC', '21 Nov 2026, 03:04 (UTC)'],
    ['en', undefined, '21 Nov 2026, 03:04 (UTC)'],
    ['en', 'Mars/Olympus', '21 Nov 2026, 03:04 (UTC)'],
  ] as const)('a moment in a zone has its name: %s, %s', (locale, zone, text) => {
    expect(zonedMomentText('2026-11-21T03:04:05Z', locale, zone)).toBe(text)
    expect(zonedMomentText('soon', locale, zone)).toBe('soon')
  })
})
