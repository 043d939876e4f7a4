// The visitor's account in the header: a way to sign in, or the name, which leads to the members'
// page. Documents are the same for everyone: the name appears after the first render, in a width
// that is kept free for it.

import { Trans } from '@lingui/react/macro'
import { useSession } from '@portico/app/members'
import { useHref } from '@portico/app/page'
import styles from './account.module.css'

export function Account() {
  const { isLogin, name } = useSession()
  const href = useHref()
  return (
    <a className={styles.account} href={href(isLogin ? 'members' : 'login')} title={isLogin ? name : undefined}>
      <span>{isLogin ? name : <Trans>Sign in</Trans>}</span>
    </a>
  )
}
