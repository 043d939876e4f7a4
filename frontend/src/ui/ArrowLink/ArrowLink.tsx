// A link on its own line that leads on: words and an arrow.

import type { ReactNode } from 'react'
import styles from './ArrowLink.module.css'

export type ArrowLinkProps = { href: string; children: ReactNode; direction?: 'on' | 'back' }

export function ArrowLink({ href, children, direction = 'on' }: ArrowLinkProps) {
  return (
    <a className={styles.link} href={href} data-direction={direction}>
      {children}
      <svg className={styles.arrow} viewBox="0 0 16 10" width="16" height="10" aria-hidden="true">
        <path d="M0 5h14M10 1l4.5 4L10 9" />
      </svg>
    </a>
  )
}
