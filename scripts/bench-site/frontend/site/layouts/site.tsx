// Header with navigation, the page, footer.

import '#/layouts/site.css'

import { Trans, useLingui } from '@lingui/react/macro'
import { localeOf } from '@portico/app/i18n'
import { useHref, usePage, useSite } from '@portico/app/page'
import type { ReactNode } from 'react'

export function SiteLayout({ children }: { children: ReactNode }) {
  const { locale, alternates } = usePage()
  const { t } = useLingui()
  const href = useHref()
  const name = useSite().name[locale]
  return (
    <>
      <header className="site-header">
        <a className="site-name" href={href('home')}>
          {name}
        </a>
        <nav aria-label={t`Site`}>
          <ul>
            <li>
              <a href={href('home')}>
                <Trans>Home</Trans>
              </a>
            </li>
            <li>
              <a href={href('articles')}>
                <Trans>Articles</Trans>
              </a>
            </li>
            {alternates
              .filter((other) => other.locale !== locale)
              .map((other) => (
                <li key={other.locale}>
                  <a href={other.href} hrefLang={other.locale} lang={other.locale}>
                    {localeOf(other.locale).name}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      </header>
      <main>{children}</main>
      <footer className="site-footer">
        <p>{name}</p>
        <ul>
          <li>
            <a href={href('home')}>
              <Trans>Home</Trans>
            </a>
          </li>
          <li>
            <a href={href('articles')}>
              <Trans>Articles</Trans>
            </a>
          </li>
        </ul>
      </footer>
    </>
  )
}
