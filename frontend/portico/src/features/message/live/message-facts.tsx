// The known facts of a sent message.

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MessageStanding } from '#/api/calls.ts'
import { zonedMomentText } from '#/i18n/zoned-moments.ts'
import { usePage } from '#/page/page.tsx'
import styles from './live.module.css'

export function MessageFacts({ standing }: { standing: MessageStanding }) {
  const { number, form, receivedAt, timeZone, state, file } = standing
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
          <State state={state} />
        </span>
      </dd>
      <dt>
        <Trans>Received</Trans>
      </dt>
      <dd>
        <time dateTime={receivedAt}>{zonedMomentText(receivedAt, locale, timeZone)}</time>
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

function State({ state }: Pick<MessageStanding, 'state'>): ReactNode {
  switch (state) {
    case 'received':
      return <Trans>Received, not read to the end yet</Trans>
    case 'done':
      return <Trans>Answered</Trans>
    case 'withdrawn':
      return <Trans>Withdrawn</Trans>
  }
}
