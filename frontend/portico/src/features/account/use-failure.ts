// A failed call about the account: shown in a toast. A session that is gone ends the dialog and the
// session in this tab.

import { useLingui } from '@lingui/react/macro'
import { ApiError, isRefusal } from '#/api/errors.ts'
import { loseSession } from '#/state/account.ts'
import { toast } from '#/state/toasts.ts'

/**
 * Returns a function that shows the failure and returns its message. Any other error is thrown
 * again.
 */
export function useFailure(): (error: unknown) => { field: ApiError['field']; message: string } {
  const { t } = useLingui()
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const message = error.message || t`That did not work. Please try again.`
    toast.error(message)
    if (isRefusal(error, 401)) loseSession()
    return { field: error.field, message }
  }
}
