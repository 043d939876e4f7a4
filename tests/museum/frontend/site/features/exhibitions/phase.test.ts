import { describe, expect, test } from 'vitest'
import { inPhase, phaseOf } from './phase.ts'

const shown = (opens: string, closes: string) => ({ opens: { value: opens }, closes: { value: closes } })

describe('the phase of an exhibition', () => {
  test('includes its first and its last day', () => {
    const exhibition = shown('2026-10-10', '2027-02-14')
    const phases = ['2026-10-09', '2026-10-10', '2027-02-14', '2027-02-15'].map((day) => phaseOf(exhibition, day))
    expect(phases).toEqual(['upcoming', 'current', 'current', 'past'])
  })

  test('orders current ones by their end, coming ones by their beginning, and past ones backwards', () => {
    const [a, b] = [shown('2026-01-01', '2026-06-01'), shown('2026-02-01', '2026-05-01')]
    expect(inPhase([a, b], 'current', '2026-03-01')).toEqual([b, a])
    expect(inPhase([b, a], 'upcoming', '2025-03-01')).toEqual([a, b])
    expect(inPhase([b, a], 'past', '2027-03-01')).toEqual([a, b])
  })
})
