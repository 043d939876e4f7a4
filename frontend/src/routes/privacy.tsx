// The privacy policy.

import { Agreement } from '#/features/agreement/agreement.tsx'
import { usePage } from '#/page/page.tsx'
import type { PageData } from '#/page/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'privacy'>>()
  return <Agreement page={data.page} />
}
