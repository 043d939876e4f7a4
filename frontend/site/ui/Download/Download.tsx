// A link to a file that the page offers, with its description in words.

import { Icon, icons } from '@portico/app/ui'
import type { ReactNode } from 'react'
import styles from './Download.module.css'

export type DownloadProps = {
  href: string
  /** Content of the file. */
  children: ReactNode
  /** Kind of the file: `CSV, for a spreadsheet`. */
  format: ReactNode
}

export function Download({ href, children, format }: DownloadProps) {
  return (
    <a className={styles.download} href={href} download>
      <Icon path={icons.download} className={styles.icon} />
      <span>
        <span className={styles.what}>{children}</span>
        <span className={styles.format}>{format}</span>
      </span>
    </a>
  )
}
