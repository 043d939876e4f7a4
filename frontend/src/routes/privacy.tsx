// The privacy policy.

import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { Agreement } from '#/features/agreement/agreement.tsx'

export default function Page() {
  const { data } = usePage<PageData<'privacy'>>()
  return <Agreement page={data.page} />
}
