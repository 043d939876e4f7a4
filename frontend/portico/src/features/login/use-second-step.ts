// Fetches the second step as soon as the page is live, long before its code comes by mail.

import { type ComponentType, useEffect, useState } from 'react'
import { usePage } from '#/page/page.tsx'
import type { SecondStepProps } from './second-step/second-step.tsx'

/** The step, `failed` if its code cannot be fetched; `load` tries again. */
export function useSecondStep(): { step: ComponentType<SecondStepProps> | 'failed' | undefined; load: () => void } {
  const { locale } = usePage()
  const [step, setStep] = useState<ComponentType<SecondStepProps> | 'failed'>()
  const load = () => {
    import('./second-step/second-step.tsx')
      .then(({ loadSecondStep }) => loadSecondStep(locale))
      .then(
        // A component is a function, which a state would call.
        (loaded) => setStep(() => loaded),
        (error) => {
          console.error('the second step of the sign-in did not load', error)
          setStep('failed')
        },
      )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a failure is tried again by hand
  useEffect(load, [])
  return { step, load }
}
