// Whether the app has hydrated the page. Until then, and always without JavaScript, the browser
// alone responds to a visitor.

import { useSyncExternalStore } from 'react'

/** False in prerendered markup and during hydration. */
export const useIsLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
