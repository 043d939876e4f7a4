// The remaining parts of the page, in the order in which its editor wrote them.

import type { PageSection } from '#/features/sections/sections.ts'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export function Parts({ parts }: { parts: readonly PageSection[] }) {
  return parts.map((part) => (
    <Section label={part.title} key={part.id}>
      {part.text !== undefined && (
        <Prose size="small">
          <Paragraphs text={part.text} />
        </Prose>
      )}
      {part.items !== undefined && <NumberedList items={part.items} />}
    </Section>
  ))
}
