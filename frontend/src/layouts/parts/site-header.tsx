// The head of every page of the site: the firm's mark, the ways through the site, the language and the visitor's account.
// On a narrow screen the ways fold into a <details>, which opens without JavaScript.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage, useSite } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import { Logo } from '#/ui/Logo/Logo.tsx'
import { Account } from './account.tsx'
import { LanguageLinks } from './language-links.tsx'
import styles from './site-header.module.css'

export function SiteHeader() {
  const { locale, path } = usePage()
  const { t } = useLingui()
  const site = useSite()
  const href = useHref()
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <div className={styles.bar}>
        <Logo name={site.name[locale]} href={href('home')} />
        <nav className={styles.ways} aria-label={t`Main`}>
          <MainWays />
        </nav>
        <div className={styles.tools}>
          <LanguageLinks />
          <Account />
        </div>
        <details className={styles.menu} key={path}>
          <summary className={styles.opener}>
            <Trans comment="Opens the site's navigation on a phone">Menu</Trans>
          </summary>
          <nav className={styles.panel} aria-label={t`Main`}>
            <MainWays />
            <div className={styles.panelTools}>
              <LanguageLinks />
              <Account />
            </div>
          </nav>
        </details>
      </div>
    </header>
  )
}

function MainWays() {
  const { route } = usePage()
  const href = useHref()
  const { t } = useLingui()
  const ways = [
    { id: 'about', label: t`About` },
    { id: 'invested', label: t`Companies`, also: ['company'] },
    { id: 'industry', label: t`Industries` },
    { id: 'cases', label: t`Cases`, also: ['case'] },
    { id: 'total', label: t`In total` },
    { id: 'news', label: t`News`, also: ['news-article'] },
    { id: 'chat', label: t`Assistant` },
  ]
  return (
    <ul className={styles.list}>
      {ways.map((way) => (
        <li key={way.id}>
          <a
            className={styles.way}
            href={href(way.id)}
            aria-current={way.id === route ? 'page' : undefined}
            data-within={way.also?.includes(route) === true ? 'true' : undefined}
          >
            {way.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
