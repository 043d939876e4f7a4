import { expect, test } from 'vitest'
import { civilTime, siteTime } from './site-time.ts'

test('a clock of the site shows its own day and hour', () => {
  const time = new Date('2026-11-30T16:05:00Z')
  expect(civilTime(time, 'Asia/Shanghai')).toBe('2026-12-01T00:05')
  expect(civilTime(time, 'Europe/Berlin')).toBe('2026-11-30T17:05')
})

test('a time in another zone than the own one names it', () => {
  const time = new Date('2026-11-30T16:05:00Z')
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(siteTime(time, own, 'en')).not.toContain('(')
  expect(siteTime(time, own === 'Asia/Shanghai' ? 'Asia/Tokyo' : 'Asia/Shanghai', 'en')).toMatch(
    /1 Dec 2026, 0[01]:05 \(Asia\/.*\)/,
  )
})
