// The summary above a form that was refused without JavaScript: a sentence, and a list whose items
// lead to the questions.

import type { ReactNode } from 'react'

export type RefusalSummaryProps = { note: ReactNode; children: ReactNode }

export function RefusalSummary({ note, children }: RefusalSummaryProps) {
  return (
    <div role="alert">
      <p>{note}</p>
      <ul>{children}</ul>
    </div>
  )
}
