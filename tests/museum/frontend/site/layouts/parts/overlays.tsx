// The parts over a page in every layout: the loading mark and the messages.

import { dismiss, Toasts, useLoading, useToasts } from '@portico/app/ui'
import { LoadingMark } from '#/ui/LoadingMark/LoadingMark.tsx'

export function Overlays() {
  return (
    <>
      <LoadingMark shown={useLoading()} />
      <Toasts messages={useToasts()} onDismiss={dismiss} />
    </>
  )
}
