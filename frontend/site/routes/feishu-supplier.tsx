// The supplier list inside Feishu: a search whose answers only a signed-in member of the firm gets.

import { usePage } from '@portico/app/page/page.tsx'
import { FeishuPage } from '#/features/feishu/feishu-page.tsx'
import { SupplierSearch } from '#/features/feishu/supplier-search.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'feishu-supplier'>>()
  return (
    <FeishuPage page={data.page}>
      <SupplierSearch />
    </FeishuPage>
  )
}
