// The frame that most pages share: head, content between wide margins, foot.

import { PrivacyNotice } from '@portico/app/members'
import type { ReactNode } from 'react'
import { LanguageNote } from './language-note.tsx'
import { Overlays } from './overlays.tsx'
import { SiteFooter } from './site-footer.tsx'
import styles from './site-frame.module.css'
import { SiteHeader } from './site-header.tsx'

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.frame}>
        <SiteHeader />
        <main className={styles.content} id="content" tabIndex={-1}>
          <LanguageNote />
          {children}
        </main>
        <SiteFooter />
        <Overlays />
      </div>
      <PrivacyNotice />
    </>
  )
}
