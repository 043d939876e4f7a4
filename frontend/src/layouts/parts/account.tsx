// The visitor's account in the head of the page: a way to sign in, or the name, which opens a menu.
// Documents are the same for everyone: the name appears after the first render, in a width that is kept free for it.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '#/app/paths.ts'
import { useAccountDialog } from '#/features/account/use-account-dialog.ts'
import { signOut, useSession } from '#/features/session/session.ts'
import { Menu } from '#/ui/Menu/Menu.tsx'
import styles from './account.module.css'

export function Account() {
  const { isLogin, name, email } = useSession()
  const { t } = useLingui()
  const href = useHref()
  const { Dialog, open, close } = useAccountDialog()
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
      <Menu
        className={styles.link}
        title={name}
        label={t`Your account: ${name}`}
        head={email}
        items={[
          { id: 'members', label: <Trans>Members</Trans>, href: href('product') },
          { id: 'account', label: <Trans>Your account</Trans>, onSelect: () => void open() },
          { id: 'sign-out', label: <Trans>Sign out</Trans>, onSelect: () => void signOut() },
        ]}
      >
        <span className={styles.name}>{name}</span>
      </Menu>
      {Dialog !== undefined && <Dialog onClose={close} />}
    </div>
  )
}
