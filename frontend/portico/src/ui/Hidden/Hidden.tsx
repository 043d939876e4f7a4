// Words for assistive technology only, where the page expresses them by its layout.

import type { ReactNode } from 'react'
import styles from './Hidden.module.css'

export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
