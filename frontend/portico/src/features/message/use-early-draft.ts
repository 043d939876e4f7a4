// Keeps the input of a form before the code that keeps drafts (`live/`) is loaded: a visitor who
// leaves at that moment still finds it again.

import { useEffect, useRef, useState } from 'react'
import { randomId } from '#/lib/random-id.ts'
import { keepOf } from '#/lib/storage.ts'
import { useSite } from '#/page/page.tsx'
import type { Form } from '#/ui/form/use-form.ts'
import { type Draft, keepDraft, keptDraft, textsOf } from './draft.ts'

/** Until `isLive`. Returns when the form was shown, in milliseconds. */
export function useEarlyDraft(name: string, form: Form<string>, isLive: boolean): number {
  const keep = keepOf(useSite().runtime.storage)
  const [since] = useState(() => Date.now())
  const before = useRef<Draft['texts']>({})
  const written = JSON.stringify(textsOf(form.values))
  useEffect(() => {
    if (isLive) return
    const texts = JSON.parse(written) as Draft['texts']
    const touched = Object.keys({ ...before.current, ...texts }).filter((field) => texts[field] !== before.current[field])
    before.current = texts
    const draft = withTexts(keptDraft(keep, name), texts, touched, Date.now())
    if (draft !== undefined) keepDraft(keep, name, draft)
  }, [keep, name, isLive, written])
  return since
}

/**
 * The draft with the texts of the fields that were `touched`; undefined where it has them. PURE.
 */
export function withTexts(kept: Draft | undefined, texts: Draft['texts'], touched: string[], now: number): Draft | undefined {
  const changed = touched.filter((field) => (texts[field] ?? '') !== (kept?.texts[field] ?? ''))
  if (changed.length === 0) return undefined
  return {
    key: randomId(),
    ...kept,
    texts: { ...kept?.texts, ...Object.fromEntries(changed.map((field) => [field, texts[field] ?? ''])) },
    changed: { ...kept?.changed, ...Object.fromEntries(changed.map((field) => [field, now])) },
  }
}
