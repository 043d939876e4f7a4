// A call about the account that failed: said in a toast. A session that is gone is the end of the
// dialog and of the session here.

import { useLingui } from '@lingui/react/macro'
import { ApiError, isRefusal } from '#/api/errors.ts'
import { loseSession } from '#/state/account.ts'
import { toast } from '#/state/toasts.ts'

/**
 * Returns how to say it; that answers what was said. Whatever is no failed call is thrown again.
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
