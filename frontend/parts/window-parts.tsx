// The breakpoints, each with its state in this window, and a part that changes at the first and at
// the last of them.

import { Shown } from './shown.tsx'
import styles from './window-parts.module.css'

const BREAKPOINTS = [480, 576, 768, 992, 1200, 1600, 2000]

export function WindowParts() {
  return (
    <>
      <Shown name="Breakpoints">
        <ul className={styles.breakpoints}>
          {BREAKPOINTS.map((width) => (
            <li className={styles.breakpoint} data-from={width} key={width}>
              <span className={styles.width}>{width} px</span>
              <span className={styles.below}>The window is narrower</span>
              <span className={styles.reached}>The window is at least as wide</span>
            </li>
          ))}
        </ul>
      </Shown>
      <Shown name="480 and 2000 px">
        <div className={styles.specimen} data-specimen="">
          <p>Two columns from 480 px: a figure and its note fit beside each other on a phone that is turned.</p>
          <p>从 2000 px 起更宽：墙上的屏幕离读者更远，行可以更长，页面仍是一个整体。</p>
        </div>
      </Shown>
    </>
  )
}
