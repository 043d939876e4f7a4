// Hours, prices, the way here; and the telephone, which is a setting.

import { Trans } from '@lingui/react/macro'
import { usePage, useSite } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page } = usePage<PageData<'visit'>>().data
  const { phone } = useSite()
  return (
    <>
      <PageHead title={page.title} lead={page.lead}>
        <address>
          {page.address}
          <br />
          <Trans>
            Telephone <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </Trans>
        </address>
      </PageHead>
      <Prose>
        <Html field="page.body" />
      </Prose>
    </>
  )
}
