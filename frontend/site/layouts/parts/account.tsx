// The visitor's account in the head of the page: a way to sign in, or the name, which opens a menu.
// Documents are the same for everyone: the name appears after the first render, in a width that is
// kept free for it. Until the menu's code is there, which only members need, the name is a way to
// the members' page.

import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '@portico/app/members'
import { useHref } from '@portico/app/page'
import { usePart } from '@portico/app/ui'
import { useEffect } from 'react'
import styles from './account.module.css'
import type { AccountMenuProps } from './account-menu.tsx'

export function Account() {
  const { isLogin, name } = useSession()
  const { t } = useLingui()
  const href = useHref()
  const { Part: AccountMenu, load } = usePart<AccountMenuProps>(async () => (await import('./account-menu.tsx')).AccountMenu)
  // When the visitor turns out to be signed in, and not again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function in every render
  useEffect(() => void (isLogin && load()), [isLogin])
  const label = t`Your account: ${name}`
  return (
    <div className={styles.account}>
      {!isLogin && (
        <a className={styles.link} href={href('login')}>
          <Trans>Sign in</Trans>
        </a>
      )}
      {isLogin && AccountMenu === undefined && (
        <a className={styles.link} href={href('product')} title={name} aria-label={label}>
          <span className={styles.name}>{name}</span>
        </a>
      )}
      {isLogin && AccountMenu !== undefined && <AccountMenu label={label} />}
    </div>
  )
}
