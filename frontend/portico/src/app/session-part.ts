// Sign-in as a part of the app: a site that has it hands `session` to its definition.

import { msg } from '@lingui/core/macro'
import { runMiddleware } from '#/app/middleware.ts'
import type { SessionHost, SessionPart } from '#/definition.ts'
import { repeatSignOut } from '#/state/pending-sign-out.ts'
import { configureSession, confirmSession, currentSession, restoreSession } from '#/state/session.ts'

const signedOut = msg`You are signed out here. It completes once you are online.`

const isLogin = () => currentSession().isLogin

/** Sign-in, for the definition of a site. */
export const session: SessionPart = {
  isLogin,
  check: (visit) => runMiddleware(visit, { isLogin, confirm: confirmSession }),
  repeatSignOut,
  begin,
}

/**
 * Follows the session: signed in or out in another tab, and the sign-out that waits for a
 * connection.
 */
function begin({ apiBase, isGuarded, check, say }: SessionHost): void {
  configureSession({ isGuarded, onWaiting: () => say(signedOut) })
  restoreSession()
  const repeat = () => void repeatSignOut(apiBase).catch((error) => console.warn('signing out waits', error))
  repeat()
  addEventListener('online', repeat)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    restoreSession()
    // Content for members only is left with the gateway: the server is asked, since the browser's
    // memory decides no access.
    if (isGuarded()) void check()
  })
}
