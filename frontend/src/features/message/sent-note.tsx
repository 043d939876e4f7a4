// What stands in place of the form when the message has arrived.

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Prose } from '#/ui/Prose/Prose.tsx'

export function SentNote({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <Prose>
        <h2>
          <Trans>Your message has arrived.</Trans>
        </h2>
        <p>{children}</p>
      </Prose>
    </div>
  )
}
