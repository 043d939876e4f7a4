// The two steps of signing in: an address with a captcha, then the code with the agreements. The
// input of one step is kept in the other, and both in the tab.

import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { keepsCookies } from '#/api/identity.ts'
import { prefixed } from '#/i18n/locales.ts'
import { usePage } from '#/page/page.tsx'
import { Failed } from '#/ui/State/State.tsx'
import { AddressStep } from './address-step.tsx'
import { dropCode, keepCode, keepEmail, keptCode, keptEmail, type SentCode } from './kept-sign-in.ts'
import styles from './login-form.module.css'
import { LoginNeedsScripts } from './needs-scripts.prerender.tsx'
import { returnPath } from './return-path.ts'
import { useAgreements } from './use-agreements.ts'
import { useSecondStep } from './use-second-step.ts'
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts'

const SECOND_MS = 1_000

export function LoginForm() {
  const { locale } = usePage()
  const agreements = useAgreements()
  const { step: SecondStep, load } = useSecondStep()
  useSignedInElsewhere(prefixed('/', locale))
  const [blocked, setBlocked] = useState(false)
  useEffect(() => setBlocked(!keepsCookies()), [])
  const [email, setEmail] = useState('')
  const steps = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<SentCode>()
  useEffect(() => {
    setEmail(keptEmail())
    setCode(keptCode())
  }, [])
  const change = (next: SentCode) => {
    keepCode(next)
    setCode(next)
  }
  const sent = (to: string, resendAfter: number) => {
    const now = Date.now()
    keepEmail(to)
    setEmail(to)
    change({ email: to, sentAt: now, resendAt: now + resendAfter * SECOND_MS, typed: code?.typed ?? '' })
  }
  const goBack = () => {
    dropCode()
    setCode(undefined)
  }
  const focusCode = () => steps.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  return (
    <div className={styles.login}>
      <noscript>{import.meta.env.SSR && <LoginNeedsScripts />}</noscript>
      <div className={styles.steps} data-live="" ref={steps}>
        {blocked ? (
          <Failed>
            <Trans>Signing in needs cookies. Please allow cookies for this site, then reload the page.</Trans>
          </Failed>
        ) : code === undefined ? (
          <AddressStep email={email} onSent={sent} />
        ) : SecondStep === 'failed' ? (
          <Failed onRetry={load}>
            <Trans>This page could not be loaded just now. Please try again in a moment.</Trans>
          </Failed>
        ) : (
          SecondStep !== undefined && (
            <SecondStep
              code={code}
              agreements={agreements}
              onType={(typed) => change({ ...code, typed })}
              onSignedIn={() => {
                dropCode()
                // Another guard belongs to another document: leave by a full navigation.
                window.location.assign(returnPath(window.location.search, locale))
              }}
              onBack={goBack}
              onSentAgain={(resendAfter) => {
                sent(code.email, resendAfter)
                focusCode()
              }}
            />
          )
        )}
      </div>
    </div>
  )
}
