// The layout of every page but errors: header with the version, content, footer.

import '#/styles.ts'

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage, useSite } from '@portico/app/page'
import { SearchButton } from '@portico/app/search'
import { ThemeSwitch } from '@portico/app/ui'
import type { ReactNode } from 'react'
import { useMainLinks } from '#/labels/navigation.ts'
import { LanguageLinks } from '#/layouts/parts/language-links.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { VERSION } from '#/version.gen.ts'
import styles from './site.module.css'

export function SiteLayout({ children }: { children: ReactNode }) {
  const { locale } = usePage()
  const { t, i18n } = useLingui()
  const href = useHref()
  const name = useSite().name[locale]
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a className={styles.skip} href="#content">
          <Trans>Skip to content</Trans>
        </a>
        <a className={styles.name} href={href('home')}>
          {name}
        </a>
        <a className={styles.version} href={href('document', { id: 'changelog' })} title={t`Changelog`}>
          {VERSION}
        </a>
        <nav className={styles.navigation} aria-label={t`Main`}>
          <ul>
            {useMainLinks().map(({ href, label, isCurrent }) => (
              <li key={href}>
                <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                  {i18n._(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.tools} data-print="no">
          <SearchButton route="search" fetchBox={async (code) => (await import('./parts/search-box.tsx')).loadBox(code)} />
          <LanguageLinks />
        </div>
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className={styles.footer}>
        <p>
          <Trans>
            {name} {VERSION}, under MIT or Apache-2.0
          </Trans>
        </p>
        <ul>
          <li>
            <a href={href('help')}>
              <Trans>Questions and errors</Trans>
            </a>
          </li>
          <li>
            <a href={href('document', { id: 'changelog' })}>
              <Trans>Changelog</Trans>
            </a>
          </li>
        </ul>
        <ThemeSwitch />
      </footer>
      <Overlays />
    </div>
  )
}
