// Whether an exhibition is on now, is coming or is over. Documents are made before the day on which
// they are read, so only a browser knows: the first render knows no day.

import { useSyncExternalStore } from 'react'

export type Phase = 'current' | 'upcoming' | 'past'

type Days = { opens: { value: string }; closes: { value: string } }

/** Days as `2026-11-27`, where the museum is. */
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' })

const never = () => () => {}

/** The day at the museum; undefined in the first render. */
export function useToday(): string | undefined {
  return useSyncExternalStore(
    never,
    () => DAY.format(new Date()),
    () => undefined,
  )
}

/** The last day is one on which it can be seen. */
export function phaseOf({ opens, closes }: Days, today: string): Phase {
  if (today < opens.value) return 'upcoming'
  return today > closes.value ? 'past' : 'current'
}

/**
 * Those of a phase: current ones by their last day, coming ones by their first, past ones
 * backwards.
 */
export function inPhase<Item extends Days>(items: readonly Item[], phase: Phase, today: string): Item[] {
  const chosen = items.filter((item) => phaseOf(item, today) === phase)
  const day = phase === 'upcoming' ? 'opens' : 'closes'
  const order = phase === 'past' ? -1 : 1
  return chosen.sort((a, b) => (a[day].value < b[day].value ? -order : order))
}
