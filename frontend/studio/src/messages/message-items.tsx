// The list of messages: kind, state and time of each, the sender's name and the first line.

import { Trans, useLingui } from '@lingui/react/macro'
import { timeOf } from '../review/run-words.ts'
import type { FormName, MessageSketch, MessageState } from './message-calls.ts'
import { MESSAGE_STATES } from './message-states.ts'

/** Properties: `opened` is the number of the message beside the list. */
export type MessageItemsProps = {
  messages: MessageSketch[]
  forms: FormName[]
  opened: string | null
  onOpen: (message: MessageSketch) => void
}

/** The list. */
export function MessageItems({ messages, forms, opened, onOpen }: MessageItemsProps) {
  return (
    <ul className="mail-items">
      {messages.map((message) => (
        <li key={message.number}>
          <button
            type="button"
            data-number={message.number}
            aria-current={message.number === opened ? 'true' : undefined}
            onClick={() => onOpen(message)}
          >
            <span className="help">
              {titleOf(forms, message.form)} ·{' '}
              <time dateTime={message.receivedAt}>{timeOf(new Date(message.receivedAt), true)}</time>
              {message.hasFile && (
                <>
                  {' · '}
                  <Trans>with a file</Trans>
                </>
              )}
            </span>
            <span className="sender">
              <strong lang={message.language}>{message.name || message.number}</strong>
              <StateBadge state={message.state} />
            </span>
            <span className="line" lang={message.language}>
              {message.firstLine}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Title of a form; its name if the site no longer has it. */
export const titleOf = (forms: FormName[], form: string): string => forms.find(({ name }) => name === form)?.title ?? form

/** The state. */
export function StateBadge({ state }: { state: MessageState }) {
  const { i18n } = useLingui()
  return (
    <span className="badge" data-state={state}>
      {i18n._(MESSAGE_STATES[state])}
    </span>
  )
}
