// A figure that counts up to its value once, when it enters view (R1.08). The steps are the lines
// of a column that a style moves, one each tick: a first visit counts without a script. The text is
// the value itself, and assistive technology never hears anything else.

import { COUNTER_TICK_MS, countSteps, whenInView } from '@portico/app/ui'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import styles from './Counter.module.css'

export type CounterProps = {
  /** The value as it is shown in the end: `9,420`, `94.2`. */
  text: string
}

export function Counter({ text }: CounterProps) {
  const decimals = text.split('.')[1]?.length ?? 0
  const steps = countSteps(Number(text.replaceAll(',', '')), decimals)
  const figures = steps.map((step) => step.toLocaleString('en', { minimumFractionDigits: decimals }))
  // Below the window the style counts unseen, so it counts again once that is in view.
  const [isAhead, setAhead] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (box.current === null || box.current.getBoundingClientRect().top < innerHeight) return
    setAhead(true)
    return whenInView(box.current, () => setAhead(false))
  }, [])
  const motion = {
    '--steps': figures.length,
    '--duration': `${figures.length * COUNTER_TICK_MS}ms`,
    '--rest': `${100 - 100 / figures.length}%`,
  }
  return (
    <span className={styles.counter} style={isAhead ? undefined : (motion as CSSProperties)} ref={box}>
      <span className={styles.steps} data-steps={figures.join('\n')} aria-hidden="true" />
      <span className={styles.value}>{text}</span>
    </span>
  )
}
