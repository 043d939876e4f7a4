// The sign-in page is open while the visitor signs in in another tab: when it becomes visible
// again, it leads home, as it does when it is loaded anew. The server is asked first, since the
// display cookie may outlive the session.

import { useEffect } from 'react'
import { confirmSession, currentSession, restoreSession } from '#/state/session.ts'

export function useSignedInElsewhere(home: string): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      restoreSession()
      if (!currentSession().isLogin) return
      // No answer: the form stays, and shows the failure when it is used.
      const holds = await confirmSession().catch(() => false)
      if (holds) window.location.assign(home)
    }
    const listener = () => void look()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [home])
}
