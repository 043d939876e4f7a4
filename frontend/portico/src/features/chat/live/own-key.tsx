// The visitor's own key for the service that writes answers, where the operator allows one. It is
// kept in this page's memory, and sent only in the header of the next question.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { getAssistant } from '#/api/calls.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'

/** A header takes no other characters, and no key has any. */
const KEY = /^[\x21-\x7e]{0,512}$/

export function OwnKey({ secret, onChange }: { secret: string; onChange: (secret: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    getAssistant(asking.signal).then(
      ({ ownKey }) => setIsOffered(ownKey),
      // The client has logged it; without an answer no key is offered.
      () => {},
    )
    return () => asking.abort()
  }, [])
  if (!isOffered) return null
  const type = (text: string) => {
    setTyped(text)
    onChange(KEY.test(text.trim()) ? text.trim() : '')
  }
  return (
    <details className="chat-key">
      <summary>{secret === '' ? <Trans>Use your own key</Trans> : <Trans>Your own key is in use</Trans>}</summary>
      {/* Outside of every form, and without a name: no browser sends or keeps it. */}
      <TextField
        label={t`Key of the service that writes answers`}
        hint={<Trans>It stays in this page’s memory until you leave the page, and is sent with your questions only.</Trans>}
        type="password"
        autoComplete="off"
        spellCheck={false}
        error={KEY.test(typed.trim()) ? undefined : t`That is no key: it has letters that no key has.`}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <Button aria-disabled={typed === '' || undefined} onClick={() => type('')}>
        <Trans>Forget the key</Trans>
      </Button>
    </details>
  )
}
