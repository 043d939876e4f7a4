// Fetches the conversation as soon as the page is live; a failure is tried again by asking.

import { useEffect, useState } from 'react'
import { usePage } from '#/page/page.tsx'
import type { LiveChat } from './live/live.tsx'

/** `load` resolves with undefined if the code cannot be fetched. */
export function useLive(): { live: LiveChat | undefined; load: () => Promise<LiveChat | undefined> } {
  const { locale } = usePage()
  const [live, setLive] = useState<LiveChat>()
  const load = async () => {
    if (live !== undefined) return live
    try {
      const loaded = await (await import('./live/live.tsx')).loadLive(locale)
      setLive(loaded)
      return loaded
    } catch (error) {
      console.error('the code of the assistant did not load', error)
      return undefined
    }
  }
  // Once; see above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void load(), [])
  return { live, load }
}
