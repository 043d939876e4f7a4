// The foot of every page, set as the last page of an annual report: the firm and its address, all
// of the navigation, its tide lines, and the notes that the law requires.

import { Trans, useLingui } from '@lingui/react/macro'
import type { RouteId } from '@portico/app'
import { useSession } from '@portico/app/members'
import { useHref, usePage, useSite } from '@portico/app/page'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Filings } from './filings.tsx'
import styles from './site-footer.module.css'

export function SiteFooter() {
  const { locale } = usePage()
  const site = useSite()
  const { t } = useLingui()
  const { isLogin } = useSession()
  const offices = site.offices.map((office) => office[locale]).join(' · ')
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.firm}>
          <p className={styles.name}>{site.name[locale]}</p>
          <p>
            <Trans>Founded in {site.founded}</Trans>
            <br />
            {offices}
          </p>
          <address className={styles.address}>
            {site.address[locale]}
            <br />
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </address>
        </div>
        <FooterNavigation
          title={t`The firm`}
          links={[
            { id: 'about', label: t`About` },
            { id: 'financial', label: t`Five years in figures` },
            { id: 'news', label: t`News` },
            { id: 'message-work', label: t`Work with us` },
          ]}
        />
        <FooterNavigation
          title={t`Investments`}
          links={[
            { id: 'invested', label: t`Companies` },
            { id: 'industry', label: t`Industries` },
            { id: 'cases', label: t`Cases` },
            { id: 'total', label: t`Track record` },
          ]}
        />
        <FooterNavigation
          title={t`For you`}
          links={[
            { id: 'message-bp', label: t`Send a plan` },
            { id: 'chat', label: t`Ask a question` },
            { id: 'product', label: t`Members` },
            ...(isLogin ? [] : [{ id: 'login' as const, label: t`Sign in` }]),
          ]}
        />
      </div>
      <Contour className={styles.shore} series={site.assets} lines={14} ratio={8} tone="quiet" />
      <Filings />
    </footer>
  )
}

function FooterNavigation({ title, links }: { title: string; links: readonly { id: RouteId; label: string }[] }) {
  const href = useHref()
  return (
    <nav className={styles.navigation} aria-label={title}>
      <p className={styles.title}>{title}</p>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <a href={href(link.id)}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
