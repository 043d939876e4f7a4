// The member's account: the name, the devices with a session, signing out, and deleting the
// account. Loaded when it is first opened.

import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { destination } from '#/definition.ts'
import { useHref } from '#/page/paths.ts'
import { signOut, useSession } from '#/state/session.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Dialog } from '#/ui/Dialog/Dialog.tsx'
import styles from './account.module.css'
import { DeleteAccount } from './delete-account.tsx'
import { NameForm } from './name-form.tsx'
import { SessionList } from './session-list.tsx'

/** `returned`: the overview again, after the visitor cancelled the deletion. */
type View = 'overview' | 'delete' | 'returned'

export type AccountDialogProps = { onClose: () => void }

export function AccountDialog({ onClose }: AccountDialogProps) {
  const { name, email } = useSession()
  const href = useHref()
  const [view, setView] = useState<View>('overview')
  if (view === 'delete') {
    return (
      <Dialog title={<Trans>Delete the account</Trans>} onClose={onClose}>
        <DeleteAccount email={email} onKeep={() => setView('returned')} />
      </Dialog>
    )
  }
  return (
    <Dialog title={<Trans>Your account</Trans>} onClose={onClose}>
      <p className={styles.lead}>
        {email} ·{' '}
        <a href={href(destination('members'))}>
          <Trans>Members</Trans>
        </a>
      </p>
      <NameForm name={name} />
      <SessionList />
      <div className={styles.actions}>
        <Button size="large" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
        <Button variant="quiet" autoFocus={view === 'returned'} onClick={() => setView('delete')}>
          <Trans>Delete the account</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
