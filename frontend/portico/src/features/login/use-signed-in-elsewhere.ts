// The sign-in page stands open while the visitor signs in in another tab: looked at again, it leads
// home, as it does when it is loaded anew. The server is asked first, since the display cookie may
// outlive the session.

import { useEffect } from 'react'
import { confirmSession, currentSession, restoreSession } from '#/state/session.ts'

export function useSignedInElsewhere(home: string): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      restoreSession()
      if (!currentSession().isLogin) return
      // Nobody answers: the form stays, and says so when it is used.
      const holds = await confirmSession().catch(() => false)
      if (holds) window.location.assign(home)
    }
    const listener = () => void look()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [home])
}
