// A link on its own line that leads on: words and an arrow.

import type { ReactNode } from 'react'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { back, on } from '#/ui/Icon/paths.gen.ts'
import styles from './ArrowLink.module.css'

export type ArrowLinkProps = { href: string; children: ReactNode; direction?: 'on' | 'back'; rel?: 'prev' | 'next' }

export function ArrowLink({ href, children, direction = 'on', rel }: ArrowLinkProps) {
  return (
    <a className={styles.link} href={href} data-direction={direction} data-print="no" data-search="no" rel={rel}>
      {children}
      <Icon className={styles.arrow} path={direction === 'back' ? back : on} />
    </a>
  )
}
