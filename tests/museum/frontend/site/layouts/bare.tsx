// The layout of errors: the name, the message, nothing that could fail in turn.

import '#/styles.ts'

import { useHref, usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import styles from './site.module.css'

export function BareLayout({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const href = useHref()
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a className={styles.name} href={href('home')}>
          {useSite().name[locale]}
        </a>
        <LanguageLinks />
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
      <Overlays />
    </div>
  )
}
