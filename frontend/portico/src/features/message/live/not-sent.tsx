// What stands by the button while the message is not with the origin: why, that nothing is lost,
// and what can be done.

import { Trans } from '@lingui/react/macro'
import { useSite } from '#/page/page.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { Failed } from '#/ui/State/State.tsx'
import styles from './live.module.css'
import type { Sending } from './use-sending.ts'

export function NotSent({ sending, isOnline }: { sending: Sending; isOnline: boolean }) {
  switch (sending.stage) {
    case 'open':
      return isOnline ? null : (
        <p className={styles.note} role="status">
          <Trans>There is no connection at the moment. You can go on writing; everything is kept on this device.</Trans>
        </p>
      )
    case 'uploading':
      return (
        <p className={styles.note} role="status">
          <Trans>Your message is sent as soon as the file is there.</Trans>
        </p>
      )
    case 'offline':
      return (
        <div className={styles.note} role="alert">
          <p>
            <Trans>The message could not be sent: no connection. What you entered is still here.</Trans>
          </p>
          <Button onClick={sending.wait}>
            <Trans>Send it once back online</Trans>
          </Button>
        </div>
      )
    case 'waiting':
      return (
        <div className={styles.note} role="status">
          <p>
            <Trans>Your message is sent as soon as the connection is back. Please leave this page open.</Trans>
          </p>
          <Button onClick={sending.stay}>
            <Trans>Do not send it by itself</Trans>
          </Button>
        </div>
      )
    case 'failed':
      return <Refused failure={sending.failure} />
    default:
      return null
  }
}

function Refused({ failure }: { failure: string }) {
  const { email } = useSite()
  return (
    <Failed>
      {failure !== '' && `${failure} `}
      {email === undefined ? (
        <Trans>The message was not sent. What you entered is still here; please try again later.</Trans>
      ) : (
        <Trans>
          The message was not sent. What you entered is still here; please try again later or write to{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      )}
    </Failed>
  )
}
