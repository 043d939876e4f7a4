// The terms of use.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Agreement } from '#/features/agreement/agreement.tsx'

export default function Page() {
  const { data } = usePage<PageData<'terms'>>()
  return <Agreement page={data.page} />
}
