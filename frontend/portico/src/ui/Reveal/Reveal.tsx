// Reveals its content once, when it enters view (R1.07): from 100 px below to its place. If it is
// in view at the start, without JavaScript, and for visitors who asked for reduced motion, it is
// simply shown: no visible content waits for a script.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { prefersStillness, whenInView } from '#/lib/in-view.ts'
import styles from './Reveal.module.css'

export type RevealProps = { className?: string | undefined; children: ReactNode }

/** `markup`: as prerendered, in place · `waiting`: below the fold · `shown`: in place, for good. */
type State = 'markup' | 'waiting' | 'shown'

export function Reveal({ className, children }: RevealProps) {
  const [state, setState] = useState<State>('markup')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current === null || state === 'shown') return
    // Or a fragment has led here before (`revealAround`).
    const isAhead = box.current.getBoundingClientRect().top >= innerHeight
    if (!isAhead || prefersStillness() || box.current.dataset.reveal === 'shown') return setState('shown')
    setState('waiting')
    // The box waits 100 px below its final place; it enters when that place does.
    return whenInView(box.current, () => setState('shown'), DISTANCE)
  }, [state])
  return (
    <div className={className === undefined ? styles.reveal : `${styles.reveal} ${className}`} data-reveal={state} ref={box}>
      {children}
    </div>
  )
}

/** Same value as `--reveal-distance` in tokens.css. */
const DISTANCE = 100
