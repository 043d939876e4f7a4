// The note by the button while the message is not with the origin: the reason, that the answers are
// kept, and the remedy.

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSite } from '#/page/page.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { Failed } from '#/ui/State/State.tsx'
import styles from './live.module.css'
import type { Refusal } from './refusal.ts'
import type { Sending } from './use-sending.ts'

export function NotSent({ sending, isOnline }: { sending: Sending; isOnline: boolean }) {
  const { state } = sending
  switch (state.stage) {
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
      return (
        <Failed>
          <Refused refusal={state.refusal} />
        </Failed>
      )
    case 'sending':
    case 'sent':
      return null
  }
}

function Refused({ refusal }: { refusal: Refusal }): ReactNode {
  const { i18n } = useLingui()
  switch (refusal.kind) {
    case 'questions': {
      const questions = new Intl.ListFormat(i18n.locale).format(refusal.labels)
      return <Trans>The message was not sent. Please look again at: {questions}.</Trans>
    }
    case 'person':
      return refusal.isAgain ? (
        <Trans>The characters do not match or are no longer valid. Please enter the new ones and send again.</Trans>
      ) : (
        <Trans>Many messages have come from your network. Please enter the characters shown and send again.</Trans>
      )
    case 'consent':
      return <Trans>The message was not sent: the privacy policy has changed. Please read it and give your consent again.</Trans>
    case 'busy': {
      const wait = durationText(refusal.seconds, i18n.locale)
      return (
        <Trans>
          The message was not sent: too many requests have come from your network. What you entered is still here; please try
          again in {wait}.
        </Trans>
      )
    }
    case 'away':
      return <Away />
    case 'other':
      return <Other reason={refusal.message.replace(/[.。]$/u, '')} />
  }
}

function Away() {
  const { email } = useSite()
  if (email === undefined) {
    return <Trans>The message was not sent. What you entered is still here; please try again later.</Trans>
  }
  return (
    <Trans>
      The message was not sent. What you entered is still here; please try again later or write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Trans>
  )
}

function Other({ reason }: { reason: string }) {
  const { email } = useSite()
  if (email === undefined) return <Trans>The message was not sent: {reason}. What you entered is still here.</Trans>
  return (
    <Trans>
      The message was not sent: {reason}. What you entered is still here; you can also write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Trans>
  )
}

/** `57 seconds`, `3 minutes`. */
function durationText(seconds: number, locale: string): string {
  const isLong = seconds > 90
  const unit = isLong ? 'minute' : 'second'
  const count = isLong ? Math.ceil(seconds / 60) : Math.ceil(seconds)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
