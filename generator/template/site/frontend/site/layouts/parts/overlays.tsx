// The parts over a page in every layout: the loading mark and the messages.

import { useLoading } from '@portico/app/state/loading.ts'
import { dismiss, useToasts } from '@portico/app/state/toasts.ts'
import { Toasts } from '@portico/app/ui/Toasts/Toasts.tsx'
import { LoadingMark } from '#/ui/LoadingMark/LoadingMark.tsx'

export function Overlays() {
  return (
    <>
      <LoadingMark shown={useLoading()} />
      <Toasts messages={useToasts()} onDismiss={dismiss} />
    </>
  )
}
