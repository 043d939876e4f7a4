// The terms of use.

import { Agreement } from '#/features/agreement/agreement.tsx'
import { usePage } from '#/page/page.tsx'
import type { PageData } from '#/page/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'terms'>>()
  return <Agreement page={data.page} />
}
