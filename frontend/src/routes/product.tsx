// The members' page: the newest letter to read, the figures that belong to it, and the letters before it. Its words come from
// guarded content; nothing here names them.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Holdings } from '#/features/product/holdings.tsx'
import { LetterText } from '#/features/product/letter-text.tsx'
import { Parts } from '#/features/product/parts.tsx'
import { SignOutButton } from '#/features/product/sign-out-button.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'product'>>()
  const { page, letters, companies } = data
  const [newest] = letters
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={page.lead}>
        <Prose size="small">
          <Html field="page.body" />
        </Prose>
        <SignOutButton />
      </PageHead>
      {newest?.figures !== undefined && (
        <Section label={newest.quarter}>
          <Figures items={newest.figures} size="giant" />
        </Section>
      )}
      {letters.map((letter, index) => (
        <LetterText field={`letters.${index}.body`} letter={letter} open={index === 0} key={letter.slug} />
      ))}
      {newest?.holdings !== undefined && (
        <Section label={<Trans>Company by company</Trans>} aside={newest.quarter}>
          <Holdings companies={companies.items} letters={letters} />
        </Section>
      )}
      <Parts parts={page.sections ?? []} />
    </>
  )
}
