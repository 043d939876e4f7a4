// The two steps of signing in: an address with a captcha, then the code with the agreements. What
// was entered in one step is kept in the other.

import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { keepsCookies } from '#/api/identity.ts'
import { prefixed } from '#/i18n/locales.ts'
import { usePage } from '#/page/page.tsx'
import { Failed } from '#/ui/State/State.tsx'
import { AddressStep } from './address-step.tsx'
import { CodeStep } from './code-step.tsx'
import styles from './login-form.module.css'
import { ResendCode } from './resend-code.tsx'
import { returnPath } from './return-path.ts'
import { useAgreements } from './use-agreements.ts'
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts'

export function LoginForm() {
  const { locale } = usePage()
  const agreements = useAgreements()
  useSignedInElsewhere(prefixed('/', locale))
  const [blocked, setBlocked] = useState(false)
  useEffect(() => setBlocked(!keepsCookies()), [])
  const [email, setEmail] = useState('')
  const steps = useRef<HTMLDivElement>(null)
  const [resendAfter, setResendAfter] = useState<number>()
  const sent = (to: string, seconds: number) => {
    setEmail(to)
    setResendAfter(seconds)
  }
  const focusCode = () => steps.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  return (
    <div className={styles.login}>
      <noscript>
        <p>
          <Trans>Signing in needs JavaScript. Please allow it for this site, then reload the page.</Trans>
        </p>
      </noscript>
      <div className={styles.steps} ref={steps}>
        {blocked ? (
          <Failed>
            <Trans>Signing in needs cookies. Please allow cookies for this site, then reload the page.</Trans>
          </Failed>
        ) : resendAfter === undefined ? (
          <AddressStep email={email} onSent={sent} />
        ) : (
          <>
            <CodeStep
              email={email}
              agreements={agreements}
              // Another guard belongs to another document: leave by a full navigation.
              onSignedIn={() => window.location.assign(returnPath(window.location.search, locale))}
              onBack={() => setResendAfter(undefined)}
            />
            <ResendCode email={email} after={resendAfter} onSent={focusCode} />
          </>
        )}
      </div>
    </div>
  )
}
