// Changes to the member's account, as the page shows them. Fetched with the account dialog: few
// visitors ever need it.

import { deleteAccount, rename } from '#/api/calls.ts'
import { forgetSession, RELOAD_DELAY_MS, showUser } from '#/state/session.ts'

/** Deletes the account, then leaves for `home`, signed out. Throws if the account still exists. */
export async function deleteAccountAndLeave(home: string): Promise<void> {
  // The gateway removes the token's cookie with the answer.
  await deleteAccount()
  forgetSession()
  setTimeout(() => window.location.assign(home), RELOAD_DELAY_MS)
}

/** Changes the displayed name. Throws if the server refuses it. */
export async function changeName(name: string): Promise<void> {
  // The gateway rewrites the cookie for display.
  showUser(await rename({ name }))
}

/**
 * The server no longer knows the session: it is forgotten here too, and the page is reloaded as a
 * guest's.
 */
export function loseSession(): void {
  forgetSession()
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}
