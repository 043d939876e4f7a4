// What was written in a message form, until it is sent: leaving the page, another language and a
// reload lose none of it. Files cannot be kept, and consent is given to what is sent, so both are
// asked for again.

import { keepOf } from '@portico/app/lib/storage.ts'
import { useSite } from '@portico/app/page/page.tsx'
import type { Form } from '@portico/app/ui/form/use-form.ts'
import { useEffect, useState } from 'react'

/**
 * For how long, in milliseconds: names and addresses should not lie in a shared browser for longer
 * than a day.
 */
export const DRAFT_LIFE_MS = 24 * 60 * 60 * 1_000

type Texts = Record<string, string>
type Draft = { at: number; texts: Texts }

/**
 * Keeps what stands in `form` under `name`. Answers whether what is shown was written on an earlier
 * visit to the page.
 */
export function useDraft<Name extends string>(name: string, form: Form<Name>, sent: boolean): boolean {
  const { runtime } = useSite()
  const keep = keepOf(runtime.storage)
  const key = `portico-draft ${name}`
  // Not known in the first render, which sees no storage.
  const [restored, setRestored] = useState<boolean>()
  // Once: what is kept later is this form's own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const texts = draftIn(keep.get(key), Date.now())
    for (const [field, text] of Object.entries(texts)) if (form.values[field as Name] === '') form.set(field as Name, text)
    setRestored(Object.keys(texts).length > 0)
  }, [])
  const { consent: _, ...texts }: Texts = form.values
  const written = Object.values(texts).some((text) => text !== '')
  const draft = JSON.stringify(texts)
  useEffect(() => {
    if (restored === undefined) return
    if (sent || !written) keep.remove(key)
    else keep.set(key, JSON.stringify({ at: Date.now(), texts: JSON.parse(draft) } satisfies Draft))
  }, [keep, key, restored, sent, written, draft])
  return restored === true && !sent
}

/** The texts of a draft that is young enough; none in what is no draft. PURE. */
export function draftIn(stored: string | null, now: number): Texts {
  try {
    const { at, texts } = JSON.parse(stored ?? '') as Draft
    if (!(now - at < DRAFT_LIFE_MS)) return {}
    return Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string' && text !== ''))
  } catch {
    return {}
  }
}
