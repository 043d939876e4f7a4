// The state of a message, as the link in the confirmation shows it. The token is in the fragment of
// the address: no server sees it, no log has it, and no other site receives it.

import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { getMessageState, type MessageStanding } from '#/api/calls.ts'
import { isRefusal } from '#/api/errors.ts'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { Empty, Failed, Waiting } from '#/ui/State/State.tsx'
import { MessageFacts } from './message-facts.tsx'
import { Withdrawal } from './withdrawal.tsx'

export async function loadStateView(locale: LocaleCode): Promise<() => ReactNode> {
  const i18n = await loadI18n(locale, 'forms')
  return () => (
    <I18nProvider i18n={i18n}>
      <StateView />
    </I18nProvider>
  )
}

type Found = MessageStanding | 'none' | 'failed' | undefined

function StateView() {
  const token = useToken()
  const [found, setFound] = useState<Found>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks once more.
  useEffect(() => {
    let left = false
    setFound(undefined)
    if (token === '') return
    lookUp(token).then((answer) => left || setFound(answer))
    return () => {
      left = true
    }
  }, [token, tries])
  if (token === '') {
    return (
      <Empty
        title={<Trans>This link does not name a message. Open the link in our e-mail again; part of it is missing.</Trans>}
      />
    )
  }
  switch (found) {
    case undefined:
      return (
        <Waiting>
          <Trans>Looking up your message…</Trans>
        </Waiting>
      )
    case 'none':
      return <Empty title={<Trans>There is no message behind this link. It may have been deleted after its time.</Trans>} />
    case 'failed':
      return (
        <Failed onRetry={() => setTries(tries + 1)}>
          <Trans>It could not be looked up just now.</Trans>
        </Failed>
      )
    default:
      return (
        <>
          <MessageFacts standing={found} />
          {found.state !== 'withdrawn' && (
            <Withdrawal token={token} onWithdrawn={() => setFound({ ...found, state: 'withdrawn', file: undefined })} />
          )}
        </>
      )
  }
}

/** The fragment of the address; another link may be opened in the same tab. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return token
}

async function lookUp(token: string): Promise<Exclude<Found, undefined>> {
  try {
    return await getMessageState(token)
  } catch (error) {
    return isRefusal(error, 404, 400) ? 'none' : 'failed'
  }
}
