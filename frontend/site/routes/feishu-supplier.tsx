// The suppliers inside Feishu: a search that answers only visitors from Feishu.

import { usePage } from '@portico/app/page'
import { FeishuPage } from '#/features/feishu/feishu-page.tsx'
import { SupplierView } from '#/features/feishu/supplier-view.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'feishu-supplier'>>()
  return (
    <FeishuPage page={data.page}>
      <SupplierView />
    </FeishuPage>
  )
}
