// The layout of the server's errors: the name, the message, nothing that could fail in turn.

import '#/styles.ts'

import type { ReactNode } from 'react'
// @part china
import { Filings } from '#/layouts/parts/filings.tsx'
// @end
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { Name } from '#/layouts/parts/name.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import styles from './site.module.css'

export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Name />
        <LanguageLinks />
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
      {/* @part china */}
      <footer className={styles.footer}>
        <Filings />
      </footer>
      {/* @end */}
      <Overlays />
    </div>
  )
}
