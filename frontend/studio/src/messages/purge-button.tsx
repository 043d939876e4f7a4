// Deletion of a message, after a question that names it.

import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmButton } from '../review/confirm.tsx'
import { timeOf } from '../review/run-words.ts'
import type { MessageSketch } from './message-calls.ts'

/** Properties: `form` is the title of the form, `file` the name of the file, if there is one. */
export type PurgeButtonProps = {
  sketch: MessageSketch
  form: string
  file: string | undefined
  isDisabled: boolean
  onPurge: () => void
}

/** The button and its question. */
export function PurgeButton({ sketch, form, file, isDisabled, onPurge }: PurgeButtonProps) {
  const { t } = useLingui()
  const { number } = sketch
  const time = timeOf(new Date(sketch.receivedAt), true)
  return (
    <ConfirmButton
      label={t`Delete…`}
      title={t`Delete message ${number} for good?`}
      action={t`Delete for good`}
      isDisabled={isDisabled}
      onConfirm={onPurge}
    >
      <p>
        <Trans>One message is deleted, with all its answers:</Trans>
      </p>
      <ul>
        <li>
          <Trans>
            {form}, received {time}
          </Trans>
        </li>
        {sketch.name !== '' && <li lang={sketch.language}>{sketch.name}</li>}
        {file !== undefined && (
          <li>
            <Trans>its file: {file}</Trans>
          </li>
        )}
      </ul>
      <p>
        <Trans>There is no way back. The log names you, but not the message.</Trans>
      </p>
    </ConfirmButton>
  )
}
