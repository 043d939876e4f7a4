// The visitor's account in the head of the page: a way to sign in, or the name with the members' page and a way out.
// Documents are the same for everyone: the name appears after the first render, in a width that is kept free for it.

import { Trans } from '@lingui/react/macro'
import { useHref } from '#/app/paths.ts'
import { signOut, useSession } from '#/features/session/session.ts'
import { Button } from '#/ui/Button/Button.tsx'
import styles from './account.module.css'

export function Account() {
  const { isLogin, name } = useSession()
  const href = useHref()
  if (!isLogin) {
    return (
      <div className={styles.account}>
        <a className={styles.link} href={href('login')}>
          <Trans>Sign in</Trans>
        </a>
      </div>
    )
  }
  return (
    <div className={styles.account}>
      <a className={styles.link} href={href('product')} title={name}>
        <span className={styles.name}>{name}</span>
      </a>
      <Button variant="quiet" onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </div>
  )
}
