// The abilities and limits of the assistant: one sentence, which opens to all of them.

import type { PageSection } from '#/labels/page-sections.ts'

export function Limits({ part: { title, items = [] } }: { part: PageSection }) {
  return (
    <details>
      <summary>{title}</summary>
      {items.map((item) => (
        <p key={item.title}>
          <strong>{item.title}</strong> {item.text}
        </p>
      ))}
    </details>
  )
}
