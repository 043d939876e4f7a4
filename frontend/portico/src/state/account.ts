// Changes to the member's account, as the page shows them. Fetched with the account dialog: few
// visitors ever need it.

import { deleteAccount, rename } from '#/api/calls.ts'
import { forgetSession, RELOAD_DELAY_MS, showUser } from '#/state/session.ts'

/**
 * Deletes the account, then leaves for `home`, signed out. Throws when the account is still there.
 */
export async function deleteAccountAndLeave(home: string): Promise<void> {
  // The gateway takes the token's cookie away with the answer.
  await deleteAccount()
  forgetSession()
  setTimeout(() => window.location.assign(home), RELOAD_DELAY_MS)
}

/** Changes the name that is shown. Throws when the server refuses it. */
export async function changeName(name: string): Promise<void> {
  // The gateway writes the cookie that shows it anew.
  showUser(await rename({ name }))
}

/**
 * The server knows the session no longer: forgotten here too, and the page is loaded as a guest's.
 */
export function loseSession(): void {
  forgetSession()
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}
