// A figure that counts up to its value once, when it enters view (R1.08). The prerendered page
// shows the value itself, and assistive technology never hears anything else.

import { COUNTER_TICK_MS, Hidden, nextCount, prefersStillness, whenInView } from '@portico/app/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './Counter.module.css'

export type CounterProps = {
  /** The value as it is shown in the end: `9,420`, `94.2`. */
  text: string
}

export function Counter({ text }: CounterProps) {
  const value = Number(text.replaceAll(',', ''))
  const decimals = text.split('.')[1]?.length ?? 0
  // Null: not counting, the value itself is shown.
  const [count, setCount] = useState<number | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (box.current === null || prefersStillness()) return
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = whenInView(box.current, () => {
      let current = 0
      setCount(current)
      timer = setInterval(() => {
        current = nextCount(current, value, decimals)
        setCount(current === value ? null : current)
        if (current === value) clearInterval(timer)
      }, COUNTER_TICK_MS)
    })
    return () => {
      stop()
      clearInterval(timer)
      setCount(null)
    }
  }, [value, decimals])
  return (
    <span className={styles.counter} data-live="" ref={box}>
      <span className={styles.place} aria-hidden="true">
        {text}
      </span>
      <span className={styles.count} aria-hidden="true">
        {count === null ? text : count.toLocaleString('en', { minimumFractionDigits: decimals })}
      </span>
      <Hidden>{text}</Hidden>
    </span>
  )
}
