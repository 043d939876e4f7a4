// Why a call about messages failed.

import { Trans, useLingui } from '@lingui/react/macro'
import type { CallError } from '../api.ts'

/** The reason, with the next step. */
export function MessageError({ error, onRetry }: { error: CallError; onRetry?: () => void }) {
  const { t } = useLingui()
  const words = { 0: t`The connection is lost.`, 401: t`You are not signed in any more.` }[error.status] ?? error.message
  return (
    <p className="note" data-severity="error" role="alert">
      {words}{' '}
      {error.status === 401 && (
        <a href="/login" target="_blank" rel="noreferrer">
          <Trans>Sign in</Trans>
        </a>
      )}{' '}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      )}
    </p>
  )
}
