// What a form says of its draft: that an earlier one is here again, and before it is left unsent,
// that it stays.

import { Trans } from '@lingui/react/macro'
import { LeaveQuestion } from './leave-question.tsx'
import type { Message } from './use-message.ts'

export function DraftNote({ message: { restored, leave }, file }: { message: Message; file: File | undefined }) {
  return (
    <>
      {restored && (
        <p role="status">
          <Trans>What you wrote before is here again. A file has to be chosen and consent given anew.</Trans>
        </p>
      )}
      {leave !== undefined && <LeaveQuestion file={file !== undefined} onAnswer={leave} />}
    </>
  )
}
