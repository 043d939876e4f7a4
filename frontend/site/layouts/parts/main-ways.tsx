// The ways through the site: in a line in the head of the page, or large and numbered in the menu
// of a phone.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page/page.tsx'
import { useHref } from '@portico/app/page/paths.ts'
import type { RouteId } from '#/routes.ts'
import styles from './main-ways.module.css'

export function MainWays({ look }: { look: 'line' | 'large' }) {
  const { route } = usePage()
  const href = useHref()
  const { t } = useLingui()
  const ways: { id: RouteId; label: string; also?: string[] }[] = [
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
      {ways.map((way) => (
        <li key={way.id}>
          <a
            className={styles.way}
            href={href(way.id)}
            aria-current={way.id === route ? 'page' : way.also?.includes(route) || undefined}
          >
            {way.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
