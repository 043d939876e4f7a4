// The members' page, which the gateway serves only to signed-in visitors.

import { Trans } from '@lingui/react/macro'
import { signOut, useAccountDialog } from '@portico/app/members'
import { usePage } from '@portico/app/page'
import { Button, Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './members.module.css'

export default function Page() {
  const { page, evenings } = usePage<PageData<'members'>>().data
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
      <ul className={styles.evenings}>
        {evenings.items.map(({ title, summary, date, time, exhibition }) => (
          <li key={title}>
            <p>
              <time dateTime={`${date.value}T${time}`}>
                {date.text}, {time}
              </time>
            </p>
            <h2>{title}</h2>
            <p>{summary}</p>
            {exhibition !== undefined && <a href={exhibition.href}>{exhibition.title}</a>}
          </li>
        ))}
      </ul>
      {Dialog !== undefined && <Dialog onClose={close} />}
    </>
  )
}
