// The second step of signing in: the code with the agreements, or another code. Fetched with its
// words while the address is entered.

import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { CodeStep, type CodeStepProps } from './code-step.tsx'
import { ResendCode, type ResendCodeProps } from './resend-code.tsx'

export type SecondStepProps = CodeStepProps & { onSentAgain: ResendCodeProps['onSent'] }

/** The step in a language. */
export async function loadSecondStep(locale: LocaleCode): Promise<ComponentType<SecondStepProps>> {
  const i18n = await loadI18n(locale, 'forms')
  return ({ onSentAgain, ...props }) => (
    <I18nProvider i18n={i18n}>
      <CodeStep {...props} />
      <ResendCode code={props.code} onSent={onSentAgain} />
    </I18nProvider>
  )
}
