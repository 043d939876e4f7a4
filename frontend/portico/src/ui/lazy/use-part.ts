// A part whose code is fetched with its first use, because few visitors ever need it: the menu of a
// member, the menu of a phone, messages.

import { type ComponentType, useState } from 'react'

/**
 * `undefined`: not requested · `loading` · `failed`: cannot be fetched (no network, an old
 * release); the caller works without it.
 */
type PartState = 'loading' | 'failed' | undefined

export type LazyPart<Props> = {
  Part: ComponentType<Props> | undefined
  state: PartState
  /**
   * Fetches the code; once, however often it is called. Tries again after a failure. Returns
   * whether it is loaded.
   */
  load: () => Promise<boolean>
}

/** `fetchPart` is an `import()` of the module, narrowed to the component. */
export function usePart<Props>(fetchPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const [{ Part, state }, set] = useState<{ Part?: ComponentType<Props>; state: PartState }>({ state: undefined })
  const load = async () => {
    if (Part !== undefined) return true
    set({ state: 'loading' })
    try {
      // In a wrapping object: a component is a function, which `set` would call.
      set({ Part: await fetchPart(), state: undefined })
      return true
    } catch (error) {
      console.error('the code of a part did not load', error)
      set({ state: 'failed' })
      return false
    }
  }
  return { Part, state, load }
}
