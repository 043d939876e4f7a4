// The main navigation: in a line in the head of the page, or large and numbered in the menu of a
// phone.

import { useLingui } from '@lingui/react'
import { useHref, usePage } from '@portico/app/page'
import { parts } from '#/labels/navigation.ts'
import styles from './main-navigation.module.css'

export function MainNavigation({ look }: { look: 'line' | 'large' }) {
  const { route } = usePage()
  const href = useHref()
  const { i18n } = useLingui()
  return (
    <ul className={styles.list} data-look={look}>
      {parts.map((link) => (
        <li key={link.id}>
          <a
            className={styles.link}
            href={href(link.id)}
            aria-current={link.id === route ? 'page' : link.also?.some((id) => id === route) || undefined}
          >
            {i18n._(link.label)}
          </a>
        </li>
      ))}
    </ul>
  )
}
