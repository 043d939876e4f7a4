// The size of an element, followed while the window changes.

import { type RefObject, useEffect, useState } from 'react'

/** Inner width and height in pixels, without the scroll bar. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { clientWidth = 0, clientHeight = 0 } = entry?.target ?? {}
      setSize({ width: clientWidth, height: clientHeight })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
