// Fetches the code that a message form needs in use, as soon as the page is live.

import { useEffect, useState } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { usePage } from '#/page/page.tsx'
import type { Live } from './live/live.tsx'

/** `load` resolves with undefined if the code cannot be fetched. */
export function useLive(): { live: Live | undefined; load: () => Promise<Live | undefined> } {
  const { locale } = usePage()
  const [live, setLive] = useState<Live>()
  const load = async () => {
    if (live !== undefined) return live
    const loaded = await fetchLive(locale)
    setLive(loaded)
    return loaded
  }
  // Once; a failure is tried again by sending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void load(), [])
  return { live, load }
}

async function fetchLive(locale: LocaleCode): Promise<Live | undefined> {
  try {
    return await (await import('./live/live.tsx')).loadLive(locale)
  } catch (error) {
    console.error('the code of the message form did not load', error)
    return undefined
  }
}
