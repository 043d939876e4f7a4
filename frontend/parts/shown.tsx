// One part in one state, under its name.

import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.shown}>
      <p className={styles.name}>{name}</p>
      <div className={styles.part}>{children}</div>
    </div>
  )
}
