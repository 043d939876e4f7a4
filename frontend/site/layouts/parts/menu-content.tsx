// The content of the menu of a phone, however it opens: the main navigation, then language, account
// and colours.

import { useLingui } from '@lingui/react/macro'
import { ThemeSwitch } from '@portico/app/ui'
import { Account } from './account.tsx'
import { LanguageLinks } from './language-links.tsx'
import { MainNavigation } from './main-navigation.tsx'
import styles from './phone-menu.module.css'

export function MenuContent() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Main`}>
      <MainNavigation look="large" />
      <div className={styles.tools}>
        <LanguageLinks />
        <Account />
        <ThemeSwitch />
      </div>
    </nav>
  )
}
