// Two tabs have one form open, and each has a draft of it.

import type { Draft } from '../draft.ts'

/**
 * One draft of two that tabs have of one form: each text as it was changed last. Key and file are
 * those of `mine`, where it has a file. PURE.
 */
export function mergedDraft(mine: Draft, other: Draft | undefined): Draft {
  if (other === undefined) return mine
  const timeIn = ({ changed }: Draft, field: string) => changed?.[field] ?? 0
  const fields = [mine, other].flatMap(({ texts, changed }) => [...Object.keys(texts), ...Object.keys(changed ?? {})])
  const newer = [...new Set(fields)].map((field) => {
    const later = timeIn(other, field) - timeIn(mine, field)
    return { field, draft: later > 0 || (later === 0 && mine.texts[field] === undefined) ? other : mine }
  })
  const texts = newer.map(({ field, draft }) => [field, draft.texts[field] ?? ''] as const)
  return {
    ...other,
    ...mine,
    texts: Object.fromEntries(texts.filter(([, text]) => text !== '')),
    changed: Object.fromEntries(newer.map(({ field, draft }) => [field, timeIn(draft, field)])),
  }
}
