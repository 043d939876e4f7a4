// Questions to start with, as an editor wrote them.

import { type PageSection, section } from '#/labels/page-sections.ts'

/** The part `suggestions` of a page's own texts; undefined where the editor left it out. */
export function suggestions(page: { sections?: PageSection[] }): { title: string; questions: string[] } | undefined {
  const part = section(page, 'suggestions')
  if (part?.items === undefined) return undefined
  return { title: part.title ?? '', questions: part.items.flatMap(({ title }) => title ?? []) }
}
