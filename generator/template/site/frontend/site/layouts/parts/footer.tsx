// The foot of every page: whose it is, everything that there is on the site, colours and languages.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage, useSite } from '@portico/app/page'
import { ThemeSwitch } from '@portico/app/ui'
import styles from '../site.module.css'
// @part china
import { Filings } from './filings.tsx'
// @end
import { LanguageLinks } from './language-links.tsx'
import { PartLinks } from './part-links.tsx'

export function Footer() {
  const { locale } = usePage()
  const { t } = useLingui()
  const site = useSite()
  const href = useHref()
  return (
    <footer className={styles.footer}>
      <p className={styles.firm}>
        <strong>{site.name[locale]}</strong>
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </p>
      <nav aria-label={t`Site map`}>
        <PartLinks />
        <ul>
          {/* @part search */}
          <li>
            <a href={href('search')}>
              <Trans>Search</Trans>
            </a>
          </li>
          {/* @end */}
          {/* @part members */}
          <li>
            <a href={href('members')}>
              <Trans>Members</Trans>
            </a>
          </li>
          <li>
            <a href={href('terms')}>
              <Trans>Terms of use</Trans>
            </a>
          </li>
          {/* @end */}
          <li>
            <a href={href('privacy')}>
              <Trans>Privacy</Trans>
            </a>
          </li>
        </ul>
      </nav>
      <div className={styles.last} data-print="no">
        <LanguageLinks />
        <ThemeSwitch />
      </div>
      {/* @part china */}
      <Filings />
      {/* @end */}
    </footer>
  )
}
