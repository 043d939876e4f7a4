// The suppliers: a search, its results, and beside them the open one. In a narrow window the open
// one replaces the list. Only visitors from Feishu get answers.

import { Trans } from '@lingui/react/macro'
import { FeishuFailed, getSuppliers, OutsideFeishu, useFeishu } from '@portico/app/members'
import { Waiting } from '@portico/app/ui'
import { useLocation } from 'react-router'
import { OutsideFeishuNote } from './outside-feishu.tsx'
import { FEISHU_SDK } from './sdk.ts'
import { readAddress, writeAddress } from './supplier-address.ts'
import { SupplierDetailView } from './supplier-detail.tsx'
import { SupplierList } from './supplier-list.tsx'
import { SupplierSearch } from './supplier-search.tsx'
import styles from './supplier-view.module.css'
import { useAnswer } from './use-answer.ts'

export function SupplierView() {
  const address = readAddress(useLocation().search)
  const { inside, call } = useFeishu(FEISHU_SDK)
  const { id, ...query } = address
  // No question is asked while a page is rendered: it comes with the live page.
  const asked = inside === undefined ? '' : writeAddress(query)
  const found = useAnswer(asked, (signal) => call((options) => getSuppliers(query, { ...options, signal })))
  if (found.error instanceof OutsideFeishu) {
    return (
      <OutsideFeishuNote>
        <Trans>
          The list of suppliers is for our portfolio team and for purchasing at our companies. They open it from the Feishu
          workplace, where Feishu says who they are; signing in by e-mail opens what else the site has for members.
        </Trans>
      </OutsideFeishuNote>
    )
  }
  return (
    <div className={styles.view} data-open={id !== '' || undefined}>
      <div className={styles.list}>
        <SupplierSearch address={address} />
        {found.error !== undefined && <FeishuFailed error={found.error} onRetry={found.retry} />}
        {found.error === undefined && found.value === undefined && (
          <Waiting>
            <Trans>Opening the list…</Trans>
          </Waiting>
        )}
        {found.error === undefined && found.value !== undefined && (
          <SupplierList found={found.value} address={address} waiting={found.waiting} />
        )}
      </div>
      {id !== '' && found.error === undefined && <SupplierDetailView address={address} call={call} live={inside !== undefined} />}
    </div>
  )
}
