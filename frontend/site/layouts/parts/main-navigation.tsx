// The main navigation: in a line in the head of the page, or large and numbered in the menu of a
// phone.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page/page.tsx'
import { useHref } from '@portico/app/page/paths.ts'
import type { RouteId } from '#/routes.ts'
import styles from './main-navigation.module.css'

export function MainNavigation({ look }: { look: 'line' | 'large' }) {
  const { route } = usePage()
  const href = useHref()
  const { t } = useLingui()
  const links: { id: RouteId; label: string; also?: string[] }[] = [
    { id: 'about', label: t`About`, also: ['financial'] },
    { id: 'invested', label: t`Companies`, also: ['company'] },
    { id: 'industry', label: t`Industries` },
    { id: 'cases', label: t`Cases`, also: ['case'] },
    { id: 'total', label: t`In total` },
    { id: 'news', label: t`News`, also: ['news-article'] },
    { id: 'chat', label: t`Assistant` },
  ]
  return (
    <ul className={styles.list} data-look={look}>
      {links.map((link) => (
        <li key={link.id}>
          <a
            className={styles.link}
            href={href(link.id)}
            aria-current={link.id === route ? 'page' : link.also?.includes(route) || undefined}
          >
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
