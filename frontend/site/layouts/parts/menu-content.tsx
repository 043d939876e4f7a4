// The content of the menu of a phone, however it opens: the main navigation, then language and
// account.

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Account } from './account.tsx'
import { LanguageLinks } from './language-links.tsx'
import { MainNavigation } from './main-navigation.tsx'
import styles from './phone-menu.module.css'

export function MenuContent({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Main`}>
      <MainNavigation look="large" />
      <div className={styles.tools}>
        <LanguageLinks />
        <Account />
        {children}
      </div>
    </nav>
  )
}
