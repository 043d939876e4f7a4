// The site's name, which leads to its first page.

import { useHref, usePage, useSite } from '@portico/app/page'
import styles from '../site.module.css'

export function Name() {
  const { locale } = usePage()
  return (
    <a className={styles.name} href={useHref()('home')}>
      {useSite().name[locale]}
    </a>
  )
}
