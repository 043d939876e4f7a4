// A clear pane over the frame, in browsers that call no listener in a frame without scripts: it
// takes clicks, the wheel and strokes for the page below.

import { type MouseEvent, useEffect, useRef } from 'react'
import type { Hit } from './hit.ts'

/** Properties: the pane tells its hits in coordinates of the frame. */
export type GlassProps = { frame: Document; onClick: (hit: Hit) => void; onMove: (hit: Hit | null) => void; onScroll: () => void }

/** The pane. The list of texts is the way to them by the keyboard. */
export function Glass({ frame, onClick, onMove, onScroll }: GlassProps) {
  const pane = useRef<HTMLDivElement>(null)
  const lastY = useRef<number | null>(null)
  const hitAt = ({ clientX, clientY, ctrlKey, metaKey }: MouseEvent): Hit | null => {
    const { left = 0, top = 0 } = pane.current?.getBoundingClientRect() ?? {}
    const [x, y] = [clientX - left, clientY - top]
    const element = frame.elementFromPoint(x, y)
    return element && { element, x, y, isKey: false, hasModifier: ctrlKey || metaKey }
  }
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      frame.defaultView?.scrollBy(event.deltaX, event.deltaY)
      onScroll()
    }
    const element = pane.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame, onScroll])
  return (
    <div
      ref={pane}
      className="glass"
      aria-hidden="true"
      onClick={(event) => {
        const hit = hitAt(event)
        if (hit !== null) onClick(hit)
      }}
      onPointerDown={({ pointerType, clientY }) => {
        lastY.current = pointerType === 'mouse' ? null : clientY
      }}
      onPointerMove={(event) => {
        if (lastY.current === null) {
          onMove(hitAt(event))
          return
        }
        frame.defaultView?.scrollBy(0, lastY.current - event.clientY)
        lastY.current = event.clientY
        onScroll()
      }}
      onPointerUp={() => {
        lastY.current = null
      }}
      onPointerLeave={() => onMove(null)}
    />
  )
}
