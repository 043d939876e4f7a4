// The visitor's account in the head of the page: a way to sign in, or the name, which opens the account.
// Documents are the same for everyone: the name appears after the first render, in a width that is kept free for it.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '#/app/paths.ts'
import { useAccountDialog } from '#/features/account/use-account-dialog.ts'
import { useSession } from '#/features/session/session.ts'
import styles from './account.module.css'

export function Account() {
  const { isLogin, name } = useSession()
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
      <button
        className={styles.link}
        type="button"
        aria-haspopup="dialog"
        title={name}
        aria-label={t`Your account: ${name}`}
        onClick={() => void open()}
      >
        <span className={styles.name}>{name}</span>
      </button>
      {Dialog !== undefined && <Dialog onClose={close} />}
    </div>
  )
}
