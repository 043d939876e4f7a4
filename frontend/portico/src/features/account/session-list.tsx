// The devices with a session of the member, each with a button to sign out there.

import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { DeviceSession } from '#/api/calls.ts'
import { momentText } from '#/i18n/dates.ts'
import { usePage } from '#/page/page.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import styles from './account.module.css'
import { useSessions } from './use-sessions.ts'

export function SessionList() {
  const { t } = useLingui()
  const titleId = useId()
  const { list, failed, busy, end, reload } = useSessions()
  const others = (list ?? []).filter(({ current }) => !current).map(({ id }) => id)
  return (
    <section>
      <h3 className={styles.title} id={titleId}>
        <Trans>Where you are signed in</Trans>
      </h3>
      {failed && (
        <Button onClick={() => void reload()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <ul className={styles.sessions} aria-labelledby={titleId} aria-busy={list === undefined && !failed}>
        {list?.map((session) => (
          <li className={styles.session} key={session.id}>
            <Device session={session} name={session.device || t`Unknown device`} />
            {!session.current && (
              <Button variant="quiet" busy={busy} onClick={() => void end([session.id])}>
                <Trans comment="Ends the session on another device">Sign out there</Trans>
                <Hidden>: {session.device || t`Unknown device`}</Hidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button busy={busy} onClick={() => void end(others)}>
          <Trans>Sign out everywhere else</Trans>
        </Button>
      )}
    </section>
  )
}

function Device({ session: { createdAt, current }, name }: { session: DeviceSession; name: string }) {
  const { locale } = usePage()
  const since = momentText(createdAt, locale)
  return (
    <p>
      <span className={styles.device}>{name}</span>
      <span className={styles.since}>
        <Trans>
          since <time dateTime={createdAt}>{since}</time>
        </Trans>
        {current && (
          <>
            {' · '}
            <Trans comment="The session of the browser in use">this one</Trans>
          </>
        )}
      </span>
    </p>
  )
}
