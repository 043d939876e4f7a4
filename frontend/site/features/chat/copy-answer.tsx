// The way to take an answer along, with its links: Ctrl+C is refused on pages (R1.04), and an
// answer is the visitor's to pass on.

import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '@portico/app/state/toasts.ts'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { TextAreaField } from '@portico/app/ui/Field/Field.tsx'
import { useState } from 'react'
import styles from './copy-answer.module.css'
import type { Turn } from './use-chat.ts'

export function CopyAnswer({ answer }: { answer: Turn }) {
  const { t } = useLingui()
  const [refused, setRefused] = useState<string>()
  const copy = async () => {
    const text = answerText(answer, location.origin)
    try {
      await navigator.clipboard.writeText(text)
      toast.success(t`Copied, with its links.`)
    } catch {
      // Not a secure context, a frame without the permission, or the visitor said no. In fields
      // copying by hand is left alone.
      setRefused(text)
    }
  }
  return (
    <div className={styles.copy}>
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
    </div>
  )
}

/** The answer as it is pasted: its text, then a line per source, with the whole address. */
export function answerText({ content, sources }: Turn, origin: string): string {
  const lines = sources.map(({ title, href }) => `${title} ${new URL(href, origin).href}`)
  return [content.trim(), lines.join('\n')].filter((part) => part !== '').join('\n\n')
}
