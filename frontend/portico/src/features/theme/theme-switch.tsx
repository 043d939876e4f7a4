// The place of the choice of a theme, whose code is fetched when it is nearly in view: few visitors
// get to the foot of a page to look for it, and without JavaScript there is none. It starts no app:
// a short page shows its foot at once, and would load all scripts for it.

import { useEffect, useRef } from 'react'
import { whenInView } from '#/lib/in-view.ts'
import { usePart } from '#/ui/lazy/use-part.ts'

/** Pixels below the window from which on the choice is fetched. */
const AHEAD = 300

export function ThemeSwitch() {
  const { Part, load } = usePart(async () => (await import('./theme-choice.tsx')).ThemeChoice)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since `load` fetches one thing
  useEffect(() => whenInView(place.current as Element, load, AHEAD), [])
  return (
    <div ref={place} data-print="no">
      {Part && <Part />}
    </div>
  )
}
