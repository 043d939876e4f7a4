// The layout of errors: the firm's mark, the message, the numbers that every page shows, and no
// part that could fail in turn.

import { useHref, usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'
import { Filings } from '#/layouts/parts/filings.tsx'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { Logo } from '#/ui/Logo/Logo.tsx'
import styles from './error.module.css'

export function ErrorLayout({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const site = useSite()
  const href = useHref()
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Logo name={site.name[locale]} href={href('home')} />
        <LanguageLinks />
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.foot}>
        <Filings />
      </footer>
      <Overlays />
    </div>
  )
}
