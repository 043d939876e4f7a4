// What stands in the menu of a phone, whichever way it opens: the ways, then language and account.

import { useLingui } from '@lingui/react/macro'
import { Account } from './account.tsx'
import { LanguageLinks } from './language-links.tsx'
import { MainWays } from './main-ways.tsx'
import styles from './phone-menu.module.css'

export function MenuContent() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Main`}>
      <MainWays look="large" />
      <div className={styles.tools}>
        <LanguageLinks />
        <Account />
      </div>
    </nav>
  )
}
