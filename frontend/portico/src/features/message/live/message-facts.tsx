// What is known of a message that was sent.

import { Trans } from '@lingui/react/macro'
import { momentText } from '#/i18n/dates.ts'
import { usePage } from '#/page/page.tsx'
import styles from './live.module.css'

/** Answer of `POST /api/message/state`. */
export type MessageStanding = {
  number: string
  /** The form's name for people. */
  form: string
  receivedAt: string
  state: 'received' | 'done' | 'withdrawn'
  /** Name of the file that went along. */
  file?: string | undefined
}

export function MessageFacts({ standing: { number, form, receivedAt, state, file } }: { standing: MessageStanding }) {
  const { locale } = usePage()
  return (
    <dl className={styles.facts}>
      <dt>
        <Trans>Number</Trans>
      </dt>
      <dd>{number}</dd>
      <dt>
        <Trans>State</Trans>
      </dt>
      <dd>
        <span role="status">
          {state === 'received' && <Trans>Received, not read to the end yet</Trans>}
          {state === 'done' && <Trans>Answered</Trans>}
          {state === 'withdrawn' && <Trans>Withdrawn</Trans>}
        </span>
      </dd>
      <dt>
        <Trans>Received</Trans>
      </dt>
      <dd>
        <time dateTime={receivedAt}>{momentText(receivedAt, locale)}</time>
      </dd>
      <dt>
        <Trans>Form</Trans>
      </dt>
      <dd>{form}</dd>
      <dt>
        <Trans>File</Trans>
      </dt>
      <dd>{file ?? <Trans comment="No file went along">none</Trans>}</dd>
    </dl>
  )
}
