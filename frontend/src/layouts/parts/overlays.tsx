// What lies over a page in every layout: the loading mark and the messages.

import { useLoading } from '#/state/loading.ts'
import { dismiss, useToasts } from '#/state/toasts.ts'
import { LoadingMark } from '#/ui/LoadingMark/LoadingMark.tsx'
import { Toasts } from '#/ui/Toasts/Toasts.tsx'

export function Overlays() {
  return (
    <>
      <LoadingMark shown={useLoading()} />
      <Toasts messages={useToasts()} onDismiss={dismiss} />
    </>
  )
}
