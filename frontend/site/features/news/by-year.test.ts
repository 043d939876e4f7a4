import { expect, it } from 'vitest'
import { byYear } from './by-year.ts'

const on = (value: string) => ({ date: { value } })

it('groups what stands together and keeps its order', () => {
  const groups = byYear([on('2026-11-12'), on('2026-01-15'), on('2025-12-11')])
  expect(groups).toEqual([
    { year: '2026', items: [on('2026-11-12'), on('2026-01-15')] },
    { year: '2025', items: [on('2025-12-11')] },
  ])
})

it('a page without news has no years', () => {
  expect(byYear([])).toEqual([])
})
