// The header leaves with the page on the way down, and is at the top of the window again as soon as
// a visitor scrolls up, which is how one looks for it.

import { type RefObject, useEffect } from 'react'

/** Pixels that a finger or a wheel moves before it has a direction. */
const STEP = 8

/** Follows the page's scrolling. Nothing is rendered for it: the header's own style changes. */
export function useReturned(header: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style, offsetHeight } = header.current as HTMLElement
    let last = scrollY
    const follow = () => {
      const moved = scrollY - last
      if (Math.abs(moved) < STEP) return
      last = scrollY
      style.position = returns(moved, last, style.position ? 0 : offsetHeight) ? 'sticky' : ''
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [header])
}

/** At its own place, the uppermost `height` pixels of the page, the header is as it always is. */
export function returns(moved: number, top: number, height: number): boolean {
  return moved < 0 && top > height
}
