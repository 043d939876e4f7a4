// What stands by the button when the message did not arrive: why, that nothing is lost, and what
// else can be done.

import { Trans } from '@lingui/react/macro'
import { useSite } from '@portico/app/page/page.tsx'
import { Failed } from '@portico/app/ui/State/State.tsx'
import type { MessageFailure } from './use-message.ts'

export function NotSent({ failure }: { failure: MessageFailure }) {
  const { email } = useSite()
  return (
    <Failed>
      {failure === 'connection' ? (
        <Trans>The message could not be sent: no connection. What you entered is still here.</Trans>
      ) : (
        <Trans>
          The message could not be sent. What you entered is still here; please try again later or write to{' '}
          <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      )}
    </Failed>
  )
}
