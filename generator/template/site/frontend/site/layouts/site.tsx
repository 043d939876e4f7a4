// The layout of every page but errors of the server: header, content, footer.

import '#/styles.ts'

import { Trans, useLingui } from '@lingui/react/macro'
// @part members
import { PrivacyNotice } from '@portico/app/members'
// @end
// @part search
import { SearchButton } from '@portico/app/search'
// @end
import { usePage } from '@portico/app/page'
import type { ReactNode } from 'react'
// @part members
import { Account } from '#/layouts/parts/account.tsx'
// @end
import { Footer } from '#/layouts/parts/footer.tsx'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { LanguageNote } from '#/layouts/parts/language-note.tsx'
import { Name } from '#/layouts/parts/name.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { PartLinks } from '#/layouts/parts/part-links.tsx'
import styles from './site.module.css'

export function SiteLayout({ children }: { children: ReactNode }) {
  const { path } = usePage()
  const { t } = useLingui()
  return (
    <>
      <div className={styles.frame}>
        <header className={styles.header}>
          <a className={styles.skip} href="#content">
            <Trans>Skip to content</Trans>
          </a>
          <Name />
          {/* On a phone the browser itself opens and closes it, Escape included; another page has a closed one. */}
          <div className={styles.menu} id="menu" popover="auto" key={path}>
            <nav aria-label={t`Main`}>
              <PartLinks />
            </nav>
            <LanguageLinks />
            {/* @part members */}
            <Account />
            {/* @end */}
          </div>
          {/* @part search */}
          <div className={styles.search}>
            <SearchButton route="search" fetchBox={async (code) => (await import('./parts/search-box.tsx')).loadBox(code)} />
          </div>
          {/* @end */}
          <button className={styles.opener} type="button" popoverTarget="menu" data-print="no">
            <Trans comment="Opens the site's navigation on a phone">Menu</Trans>
          </button>
        </header>
        <main className={styles.content} id="content" tabIndex={-1}>
          <LanguageNote />
          {children}
        </main>
        <Footer />
        <Overlays />
      </div>
      {/* @part members */}
      <PrivacyNotice />
      {/* @end */}
    </>
  )
}
