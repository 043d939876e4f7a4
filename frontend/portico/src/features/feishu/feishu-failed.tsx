// Why a page inside Feishu is empty, and a remedy. Messages of the server are in the visitor's
// language already; failures of Feishu's client are described here.

import { Trans } from '@lingui/react/macro'
import { ApiError } from '#/api/errors.ts'
import { Failed } from '#/ui/State/State.tsx'

export type FeishuFailedProps = { error: unknown; onRetry: () => void }

export function FeishuFailed({ error, onRetry }: FeishuFailedProps) {
  return <Failed onRetry={onRetry}>{reason(error)}</Failed>
}

function reason(error: unknown) {
  if (!(error instanceof ApiError)) {
    return <Trans>Feishu did not say who you are. Try again, or close the page and open it from the workplace.</Trans>
  }
  if (error.status === 0) return <Trans>No connection. Please try again when you are online.</Trans>
  return error.message === '' ? <Trans>The server cannot answer just now. Please try again later.</Trans> : <>{error.message}</>
}
