// The answers of a message under the questions of its form, and what the sender agreed to.

import { Trans } from '@lingui/react/macro'
import type { MessageDetail } from './message-calls.ts'

/** The answers, in the sender's language. */
export function AnswerList({ message: { state, language, answers, email, consent } }: { message: MessageDetail }) {
  if (state === 'withdrawn')
    return (
      <p>
        <Trans>The sender has withdrawn this message. Its answers and its file are deleted.</Trans>
      </p>
    )
  return (
    <dl>
      {answers.map(({ name, label, text }) => (
        <div key={name} lang={language}>
          <dt>{label}</dt>
          <dd>{text !== '' && text === email ? <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a> : text}</dd>
        </div>
      ))}
      <div>
        <dt>
          <Trans>Consent</Trans>
        </dt>
        <dd>
          <Trans>Privacy policy, version {consent}</Trans>
        </dd>
      </div>
    </dl>
  )
}
