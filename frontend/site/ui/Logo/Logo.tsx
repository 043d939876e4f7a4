// The firm's mark: three tide lines under a moon, and its name beside them.

import styles from './Logo.module.css'

export function Logo({ name, href }: { name: string; href: string }) {
  return (
    <a className={styles.logo} href={href}>
      <svg className={styles.mark} viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <circle className={styles.moon} cx="19" cy="8" r="3.5" />
        <path d="M2 16.5C8 16.5 10 12 16 12s8 3 10 4.5" />
        <path d="M2 20.5c6 0 8-3.5 14-3.5s8 2.4 10 3.5" />
        <path d="M2 24.5c6 0 8-2.5 14-2.5s8 1.7 10 2.5" />
      </svg>
      <span className={styles.name} translate="no">
        {name}
      </span>
    </a>
  )
}
