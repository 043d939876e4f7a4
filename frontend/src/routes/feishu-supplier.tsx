// The supplier list inside Feishu: a search whose answers only a signed-in member of the firm gets.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { section } from '#/features/sections/sections.ts'
import { SupplierSearch } from '#/features/supplier/supplier-search.tsx'
import { Html } from '#/ui/Html/Html.tsx'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'

export default function Page() {
  const { data } = usePage<PageData<'feishu-supplier'>>()
  const { page } = data
  const how = section(page, 'how')
  return (
    <>
      <QuietHead kicker={page.kicker} title={page.title} lead={page.lead} />
      <SupplierSearch />
      <Prose size="small">
        {how !== undefined && <h2>{how.title}</h2>}
        {how?.text !== undefined && <Paragraphs text={how.text} />}
        <Html field="page.body" />
      </Prose>
      {how?.items !== undefined && <NumberedList items={how.items} />}
    </>
  )
}
