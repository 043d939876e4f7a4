// News, newest first, eight to a page.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { categoryNames } from '#/features/names/names.ts'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Pagination } from '#/ui/Pagination/Pagination.tsx'
import { Section } from '#/ui/Section/Section.tsx'

export default function Page() {
  const { data } = usePage<PageData<'news'>>()
  const { i18n } = useLingui()
  const href = useHref()
  const { page, list } = data
  const { page: number = 1, pages = 1 } = list
  return (
    <>
      <PageHead kicker={page.kicker} title={page.title} lead={number === 1 ? page.lead : undefined} />
      <Section
        label={
          <Trans>
            Page {number} of {pages}
          </Trans>
        }
      >
        <NewsList items={list.items.map((item) => ({ ...item, kind: i18n._(categoryNames[item.category]) }))} />
        <Pagination page={number} pages={pages} href={(target) => href('news', { page: String(target) })} />
      </Section>
    </>
  )
}
