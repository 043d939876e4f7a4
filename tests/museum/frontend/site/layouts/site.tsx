// The layout of every page but errors: header, content, footer.

import '#/styles.ts'

import { Trans, useLingui } from '@lingui/react/macro'
import { PrivacyNotice } from '@portico/app/members'
import { SearchButton } from '@portico/app/search'
import { useHref, usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'
import { Account } from '#/layouts/parts/account.tsx'
import { parts } from '#/labels/navigation.ts'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { LanguageNote } from '#/layouts/parts/language-note.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { Mark } from '#/ui/Quay/Quay.tsx'
import styles from './site.module.css'

export function SiteLayout({ children }: { children: ReactNode }) {
  const { locale, route } = usePage()
  const { t, i18n } = useLingui()
  const site = useSite()
  const href = useHref()
  const name = site.name[locale]
  return (
    <>
      <div className={styles.frame}>
        <header className={styles.header}>
          <a className={styles.skip} href="#content">
            <Trans>Skip to content</Trans>
          </a>
          <a className={styles.name} href={href('home')}>
            <Mark />
            {name}
          </a>
          <nav className={styles.navigation} aria-label={t`Main`}>
            <ul>
              {parts.map(({ id, label, also }) => (
                <li key={id}>
                  <a href={href(id)} aria-current={id === route ? 'page' : also?.some((other) => other === route) || undefined}>
                    {i18n._(label)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.tools} data-print="no">
            <SearchButton route="search" fetchBox={async (code) => (await import('./parts/search-box.tsx')).loadBox(code)} />
            <LanguageLinks />
            <Account />
          </div>
        </header>
        <main className={styles.content} id="content" tabIndex={-1}>
          <LanguageNote />
          {children}
        </main>
        <footer className={styles.footer}>
          <p>
            {name} · {site.address[locale]} · <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
          <ul>
            <li>
              <a href={href('terms')}>
                <Trans>Terms of use</Trans>
              </a>
            </li>
            <li>
              <a href={href('privacy')}>
                <Trans>Privacy</Trans>
              </a>
            </li>
          </ul>
        </footer>
        <Overlays />
      </div>
      <PrivacyNotice />
    </>
  )
}
