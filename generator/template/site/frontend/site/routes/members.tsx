// The members' page, which the gateway serves only to signed-in visitors.

import { Trans } from '@lingui/react/macro'
import { useAccountDialog } from '@portico/app/features/account/use-account-dialog.ts'
import { usePage } from '@portico/app/page/page.tsx'
import { signOut } from '@portico/app/state/session.ts'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { Html } from '@portico/app/ui/Html/Html.tsx'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './members.module.css'

export default function Page() {
  const { page } = usePage<PageData<'members'>>().data
  const { Dialog, open, close } = useAccountDialog()
  return (
    <>
      <PageHead title={page.title} lead={page.lead}>
        <div className={styles.actions}>
          <Button onClick={() => void open()}>
            <Trans>Your account</Trans>
          </Button>
          <Button onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Button>
        </div>
      </PageHead>
      <Prose>
        <Html field="page.body" />
      </Prose>
      {Dialog !== undefined && <Dialog onClose={close} />}
    </>
  )
}
