// Whether the header has come back: it leaves with the page on the way down, and is at the top of
// the window again as soon as a visitor scrolls up, which is how one looks for it.

import { prefersStillness } from '@portico/app/ui'
import { type RefObject, useEffect, useState } from 'react'

/** Pixels that a finger or a wheel moves before it has a direction. */
const STEP = 8

/** Follows the page's scrolling; the header slides into the window. */
export function useReturned(header: RefObject<HTMLElement | null>): boolean {
  const [returned, setReturned] = useState(false)
  useEffect(() => {
    let last = scrollY
    const follow = () => {
      const moved = scrollY - last
      if (Math.abs(moved) < STEP) return
      last = scrollY
      setReturned((before) => returns(moved, scrollY, before ? 0 : (header.current?.offsetHeight ?? 0)))
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [header])
  useEffect(() => {
    if (returned && !prefersStillness())
      header.current?.animate({ translate: ['0 -100%', '0'] }, { duration: 140, easing: 'ease-out' })
  }, [header, returned])
  return returned
}

/** At its own place, the uppermost `height` pixels of the page, the header is as it always is. */
export function returns(moved: number, top: number, height: number): boolean {
  return moved < 0 && top > height
}
