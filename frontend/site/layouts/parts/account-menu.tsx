// The menu of a signed-in visitor, and the dialog that it opens.

import { Trans } from '@lingui/react/macro'
import { signOut, useAccountDialog, useSession } from '@portico/app/members'
import { useHref } from '@portico/app/page'
import { Menu } from '@portico/app/ui'
import styles from './account.module.css'

/** `label` names the button; it contains the visitor's name, which is shown on it. */
export type AccountMenuProps = { label: string }

export function AccountMenu({ label }: AccountMenuProps) {
  const { name, email } = useSession()
  const href = useHref()
  const { Dialog, open, close } = useAccountDialog()
  return (
    <>
      <Menu
        className={styles.link}
        title={name}
        label={label}
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
    </>
  )
}
