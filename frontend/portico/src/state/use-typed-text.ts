// A text that was typed and not sent: it is restored in its field after a reload, in another
// language, and when the visitor comes back to the address, for as long as the tab lives.

import { useEffect, useState } from 'react'
import { sessionKeep } from '#/lib/storage.ts'

/** The text, and the query of the address at which it was typed: elsewhere it has no meaning. */
type Typed = { text: string; at: string }

export type TypedText = {
  text: string
  type: (text: string) => void
  /** The text is sent: another visit does not find it. */
  forget: () => void
}

/** `name` is the field's own; `sent` is the text that the address has, or empty. */
export function useTypedText(name: string, sent = ''): TypedText {
  const key = `portico-typed ${name}`
  const [typed, setTyped] = useState<Typed>()
  // A text that was typed before the app ran is newer than the kept one.
  useEffect(() => setTyped((now) => now ?? keptText(key)), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sent text is another address.
  useEffect(() => setTyped((now) => (isHere(now) ? now : undefined)), [sent])
  return {
    text: isHere(typed) ? typed.text : sent,
    type: (text) => {
      const next = { text, at: location.search }
      setTyped(next)
      if (text === sent) sessionKeep.remove(key)
      else sessionKeep.set(key, `${next.at}\n${text}`)
    },
    forget: () => sessionKeep.remove(key),
  }
}

function isHere(typed: Typed | undefined): typed is Typed {
  // A worker has no typed text and no address.
  return typed !== undefined && typed.at === location.search
}

/** A stored value of another form has no text. */
function keptText(key: string): Typed | undefined {
  const [at, ...lines] = sessionKeep.get(key)?.split('\n') ?? []
  return at === undefined ? undefined : { at, text: lines.join('\n') }
}
