// Whether the app has taken the page over. Until then, and for good without JavaScript, the browser
// alone answers a visitor.

import { useSyncExternalStore } from 'react'

/** False in prerendered markup and while it is taken over. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
