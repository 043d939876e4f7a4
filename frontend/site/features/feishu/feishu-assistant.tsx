// The assistant's place inside Feishu: visitors from Feishu are signed in through it, independently
// of their questions; elsewhere the page describes itself. The assistant answers everyone.

import { Trans } from '@lingui/react/macro'
import { getSuppliers, useFeishu } from '@portico/app/members'
import { type ReactNode, useEffect } from 'react'
import { OutsideFeishuNote } from './outside-feishu.tsx'
import { FEISHU_SDK } from './sdk.ts'

export function FeishuAssistant({ children }: { children: ReactNode }) {
  const { inside, call } = useFeishu(FEISHU_SDK)
  useEffect(() => {
    if (!inside) return
    const asking = new AbortController()
    // The smallest call that needs a session: if there is none, it is started.
    const asked = call((options) => getSuppliers({ query: '', status: '', page: 1 }, { ...options, signal: asking.signal }))
    asked.catch((error: unknown) => asking.signal.aborted || console.warn('nobody is signed in by Feishu', error))
    return () => asking.abort()
  }, [inside, call])
  return (
    <>
      {inside === false && (
        <OutsideFeishuNote>
          <Trans>
            It is the assistant of the site, for colleagues who ask from the Feishu workplace. It answers here as well.
          </Trans>
        </OutsideFeishuNote>
      )}
      {children}
    </>
  )
}
