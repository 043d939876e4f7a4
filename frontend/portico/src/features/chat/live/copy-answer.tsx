// The button that copies an answer, with its links: Ctrl+C may be refused on pages (R1.04), but
// visitors may pass an answer on.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '#/state/toasts.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextAreaField } from '#/ui/Field/Field.tsx'
import type { Exchange } from '../exchange.ts'
import { copiedText } from './answer-text.ts'

export function CopyAnswer({ exchange }: { exchange: Exchange }) {
  const { t } = useLingui()
  const [refused, setRefused] = useState<string>()
  const copy = async () => {
    const text = copiedText(exchange, location.origin, t`no source on this site`)
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t`Copied, with its links.`)
    } catch {
      // Not a secure context, a frame without the permission, or the visitor refused. In fields
      // copying by hand is left alone.
      setRefused(text)
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        <Trans>Copy the answer</Trans>
      </Button>
      {refused !== undefined && (
        <TextAreaField
          label={t`Copy the answer`}
          hint={<Trans>This browser lets no page copy. Please copy the selected text by hand.</Trans>}
          value={refused}
          readOnly
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  )
}
