// The head of every page of the site: the firm's mark, the main navigation, the language and the
// visitor's account. On a narrow screen they fold into a menu.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage, useSite } from '@portico/app/page'
import { SearchButton } from '@portico/app/search'
import { useRef } from 'react'
import { Logo } from '#/ui/Logo/Logo.tsx'
import { Account } from './account.tsx'
import { LanguageLinks } from './language-links.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import styles from './site-header.module.css'
import { useReturned } from './use-returned.ts'

export function SiteHeader() {
  const { locale, path } = usePage()
  const { t } = useLingui()
  const site = useSite()
  const href = useHref()
  const header = useRef<HTMLElement>(null)
  useReturned(header)
  return (
    <header className={styles.header} ref={header}>
      <a className={styles.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <div className={styles.bar}>
        <Logo name={site.name[locale]} href={href('home')} />
        <nav className={styles.navigation} aria-label={t`Main`}>
          <MainNavigation look="line" />
        </nav>
        <div className={styles.search}>
          {site.runtime.search !== 'none' && (
            <SearchButton route="search" fetchBox={async (code) => (await import('./search-box.tsx')).loadBox(code)} />
          )}
        </div>
        <div className={styles.tools} data-print="no">
          <LanguageLinks />
          <Account />
        </div>
        <PhoneMenu key={path} />
      </div>
    </header>
  )
}
