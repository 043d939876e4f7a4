// The quiet layout of sign-in and agreements: the text on one half, tide lines on the other, which stay while the text scrolls.

import type { ReactNode } from 'react'
import { usePage, useSite } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import { PrivacyNotice } from '#/features/notice/privacy-notice.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Logo } from '#/ui/Logo/Logo.tsx'
import styles from './login.module.css'
import { LanguageLinks } from './parts/language-links.tsx'
import { LanguageNote } from './parts/language-note.tsx'
import { Overlays } from './parts/overlays.tsx'
import { Agreements } from './parts/site-footer.tsx'

/** Heights of spring and neap tides over half a month, in decimetres: the drawing beside the text. */
const TIDES = [18, 26, 31, 38, 44, 41, 47, 53, 50, 58, 62, 60, 66, 71]

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
            <p>{site.notice[locale]}</p>
            <ul className={styles.agreements}>
              <Agreements />
            </ul>
          </footer>
        </div>
        <div className={styles.drawing}>
          <div className={styles.window}>
            <Contour className={styles.contour} series={TIDES} lines={30} ratio={1} />
          </div>
        </div>
        <Overlays />
      </div>
      <PrivacyNotice />
    </>
  )
}
