// From a company through the ledger: the one before, the one after.

import { useLingui } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { Pager } from '#/ui/Pager/Pager.tsx'
import styles from './company-pager.module.css'

export function CompanyPager({ neighbours: { before, after } }: { neighbours: PageData<'company'>['neighbours'] }) {
  const { t } = useLingui()
  return (
    <div className={styles.pager}>
      <Pager
        label={t`Through the companies`}
        before={before && { href: before.href, where: t`Previous company`, title: before.name }}
        after={after && { href: after.href, where: t`Next company`, title: after.name }}
      />
    </div>
  )
}
