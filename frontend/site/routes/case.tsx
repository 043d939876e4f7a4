// A case: the change, set as large as the page allows; problem, the firm's part, result; a voice;
// and the next case.

import { usePage } from '@portico/app/page'
import { CaseHead } from '#/features/cases/case-head.tsx'
import { CaseStory } from '#/features/cases/case-story.tsx'
import { NextCase } from '#/features/cases/next-case.tsx'
import type { PageData } from '#/queries.ts'
import { Quote } from '#/ui/Quote/Quote.tsx'

export default function Page() {
  const { data } = usePage<PageData<'case'>>()
  const { entry, cases } = data
  return (
    <>
      <CaseHead entry={entry} />
      <CaseStory entry={entry} />
      {entry.quote !== undefined && <Quote text={entry.quote.text} by={entry.quote.by} size="large" />}
      <NextCase slug={entry.slug} cases={cases.items} />
    </>
  )
}
