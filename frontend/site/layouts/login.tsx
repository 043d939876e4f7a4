// The quiet layout of sign-in and agreements: the text on one half; on the other, at night, the
// firm's assets as tide lines, which stay while the text scrolls.

import { PrivacyNotice } from '@portico/app/members'
import { useHref, usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'
import { Filings } from '#/layouts/parts/filings.tsx'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { LanguageNote } from '#/layouts/parts/language-note.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Logo } from '#/ui/Logo/Logo.tsx'
import styles from './login.module.css'

export function LoginLayout({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const site = useSite()
  const href = useHref()
  return (
    <>
      <div className={styles.halves}>
        <div className={styles.text}>
          <header className={styles.head}>
            <Logo name={site.name[locale]} href={href('home')} />
            <LanguageLinks />
          </header>
          <main className={styles.content} id="content" tabIndex={-1}>
            <LanguageNote />
            {children}
          </main>
          <footer className={styles.foot}>
            <Filings />
          </footer>
        </div>
        <div className={styles.drawing} data-ground="deep" data-print="no">
          <div className={styles.window}>
            <span className={styles.moon} />
            <Contour className={styles.contour} series={site.assets} lines={36} ratio={1} />
          </div>
        </div>
        <Overlays />
      </div>
      <PrivacyNotice />
    </>
  )
}
