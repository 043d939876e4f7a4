// Signing in by the form. Separate from the session, which every page has: one page has the form.

import { type Credentials, login } from '#/api/calls.ts'
import { ApiError } from '#/api/errors.ts'
import { forgetGuest } from '#/api/identity.ts'
import { showUser } from '#/state/session.ts'
import { toast } from '#/state/toasts.ts'

/**
 * Signs in. False: the server refused and gave the reason in a toast, or the call failed and was
 * logged (R8.06). `onFailure` gets the error, for the form.
 */
export async function signIn(credentials: Credentials, onFailure: (error: ApiError) => void = () => {}): Promise<boolean> {
  try {
    const user = await login(credentials)
    forgetGuest()
    showUser(user)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.message !== '') toast.error(error.message)
    else console.error('sign-in failed', error)
    if (error instanceof ApiError) onFailure(error)
    return false
  }
}
