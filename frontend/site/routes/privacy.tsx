// The privacy policy.

import { usePage } from '@portico/app/page'
import { Agreement } from '#/features/agreement/agreement.tsx'
import type { PageData } from '#/queries.ts'

export default function Page() {
  const { data } = usePage<PageData<'privacy'>>()
  return <Agreement page={data.page} />
}
