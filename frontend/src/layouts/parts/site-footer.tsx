// The foot of every page: what the firm is and that it is a sample, every way through the site, filings and agreements.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage, useSite } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import { useSession } from '#/features/session/session.ts'
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
          <p>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
        </div>
        <FooterWays
          title={t`The firm`}
          ways={[
            { id: 'about', label: t`About` },
            { id: 'financial', label: t`Five years in figures` },
            { id: 'news', label: t`News` },
            { id: 'message-work', label: t`Work with us` },
          ]}
        />
        <FooterWays
          title={t`Investments`}
          ways={[
            { id: 'invested', label: t`Companies` },
            { id: 'industry', label: t`Industries` },
            { id: 'cases', label: t`Cases` },
            { id: 'total', label: t`In total` },
          ]}
        />
        <FooterWays
          title={t`For you`}
          ways={[
            { id: 'message-bp', label: t`Send a plan` },
            { id: 'chat', label: t`Ask a question` },
            { id: 'product', label: t`Members` },
            ...(isLogin ? [] : [{ id: 'login', label: t`Sign in` }]),
          ]}
        />
      </div>
      <div className={styles.legal}>
        <p className={styles.notice}>{site.notice[locale]}</p>
        <ul className={styles.filings}>
          <li>{site.legalName[locale]}</li>
          <li>{site.filing.icp}</li>
          <li>{site.filing.publicSecurity}</li>
          <Agreements />
        </ul>
      </div>
    </footer>
  )
}

function FooterWays({ title, ways }: { title: string; ways: readonly { id: string; label: string }[] }) {
  const href = useHref()
  return (
    <nav className={styles.ways} aria-label={title}>
      <p className={styles.title}>{title}</p>
      <ul>
        {ways.map((way) => (
          <li key={way.id}>
            <a href={href(way.id)}>{way.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The agreements; the quiet layouts show them alone. */
export function Agreements() {
  const href = useHref()
  return (
    <>
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
    </>
  )
}
