// The page that the link of a confirmation leads to: the state of a message, and a way to withdraw
// it. Its words and calls are fetched in the browser, which alone knows the token.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { usePage } from '#/page/page.tsx'
import { Failed, Waiting } from '#/ui/State/State.tsx'

type View = () => ReactNode

export function MessageState() {
  const { locale } = usePage()
  const [shown, setShown] = useState<{ View: View } | 'failed'>()
  useEffect(() => {
    import('./live/state-view.tsx').then(
      async ({ loadStateView }) => setShown({ View: await loadStateView(locale) }),
      (error) => {
        console.error('the code of the message page did not load', error)
        setShown('failed')
      },
    )
  }, [locale])
  if (shown === 'failed') {
    return (
      <Failed>
        <Trans>This page could not be loaded just now. Please try again in a moment.</Trans>
      </Failed>
    )
  }
  if (shown !== undefined) return <shown.View />
  return (
    <Waiting>
      <Trans>Looking up your message…</Trans>
    </Waiting>
  )
}
