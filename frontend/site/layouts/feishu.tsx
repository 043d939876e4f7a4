// The layout inside Feishu, whose window has a head already: a narrow line with the firm's name,
// and the content.

import { usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import styles from './feishu.module.css'

export function FeishuLayout({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const site = useSite()
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <p className={styles.name}>{site.name[locale]}</p>
        <LanguageLinks />
      </header>
      <main className={styles.content} id="content" tabIndex={-1} data-live="">
        {children}
      </main>
      <footer className={styles.foot}>
        <p>{site.notice[locale]}</p>
      </footer>
      <Overlays />
    </div>
  )
}
