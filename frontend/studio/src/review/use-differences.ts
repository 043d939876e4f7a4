// The frames of a comparison under one scroll area: their differences, and which one is in view.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Difference } from './page-blocks.ts'
import {
  markDifferences,
  type Side,
  type SideFrame,
  type SideFrames,
  scrollFrames,
  scrollRange,
  topOf,
  visibleDifferences,
} from './side-frames.ts'

/** Share of the window that stays above a difference. */
const ABOVE = 0.25

/** `scale`: pixels of the scroll area per pixel of a page; `height`: that of the scroll area. */
export function useDifferences(scroller: RefObject<HTMLElement | null>, scale: number, height: number) {
  const [frames, setFrames] = useState<SideFrames>({})
  const [differences, setDifferences] = useState<Difference[]>([])
  const [range, setRange] = useState(0)
  // The difference in view; null as soon as the editor scrolls.
  const shown = useRef<number | null>(0)

  const addFrame = useCallback((side: Side, frame: SideFrame) => setFrames((others) => ({ ...others, [side]: frame })), [])
  useEffect(() => setDifferences(markDifferences(frames)), [frames])

  const reveal = useCallback(
    (index: number) => {
      const found = visibleDifferences(differences)
      const difference = found[index % found.length]
      if (difference === undefined || scroller.current === null) return
      shown.current = index % found.length
      scroller.current.scrollTop = topOf(difference) * scale - scroller.current.clientHeight * ABOVE
    },
    [scroller, differences, scale],
  )

  // Pages get their heights late: with their style sheets, fonts and pictures.
  useEffect(() => {
    const observer = new ResizeObserver(() => setRange(scrollRange(frames)))
    for (const side of [frames.before, frames.after]) if (side !== undefined) observer.observe(side.frame.body)
    return () => observer.disconnect()
  }, [frames])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height leaves more or less to scroll.
  useEffect(() => setRange(scrollRange(frames)), [frames, height, scale])
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another range, differences are elsewhere.
  useEffect(() => {
    if (shown.current !== null) reveal(shown.current)
  }, [reveal, range])

  return {
    addFrame,
    /** Undefined until both pages are there. */
    count: frames.before && frames.after && differences.length,
    /** How far the scroll area can be scrolled, in its pixels. */
    range: range * scale,
    showNext: () => reveal((shown.current ?? -1) + 1),
    /** Begins at the first difference again, if the editor has scrolled. */
    restart: () => {
      shown.current ??= 0
    },
    /** Leaves the scrolling to the editor. */
    leave: () => {
      shown.current = null
    },
    follow: (top: number) => scrollFrames(frames, top / scale),
  }
}
