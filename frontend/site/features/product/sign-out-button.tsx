// The way out of the members' pages, where they are read: also on a device whose header has lost
// the name.

import { Trans } from '@lingui/react/macro'
import { signOut } from '@portico/app/state/session.ts'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import styles from './sign-out-button.module.css'

export function SignOutButton() {
  return (
    <div className={styles.leave}>
      <Button onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </div>
  )
}
