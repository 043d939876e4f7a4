// The session by Feishu, as a page needs it: calls are made as if there were one. If there is none,
// it is started, once for all calls that wait for it.

import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { CallOptions } from '#/api/client.ts'
import { isRefusal } from '#/api/errors.ts'
import { isInFeishu } from './environment.ts'

/** A call needs a session by Feishu, and the page is not shown there. */
export class OutsideFeishu extends Error {
  override name = 'OutsideFeishu'
}

export type Feishu = {
  /** Whether Feishu shows the page; undefined until the page is live. */
  inside: boolean | undefined
  /**
   * Makes a call; signs in and repeats the call if there is no session by Feishu. Rejected with
   * `OutsideFeishu`, or with the error of signing in or of the call.
   */
  call: <T>(make: (options: CallOptions) => Promise<T>) => Promise<T>
}

/** The first refusal shows the page whether there is a session. */
const ASKING: CallOptions = { expected: [401, 403] }

/** `sdk` is the address of Feishu's script, which the page's header class has to allow. */
export function useFeishu(sdk: string): Feishu {
  const inside = useSyncExternalStore(never, isInFeishu, unknown)
  const signing = useRef<Promise<void>>(undefined)
  const signIn = useCallback(() => {
    signing.current ??= begin(sdk).finally(() => {
      signing.current = undefined
    })
    return signing.current
  }, [sdk])
  const call = useCallback(
    async <T>(make: (options: CallOptions) => Promise<T>) => {
      if (!isInFeishu()) throw new OutsideFeishu('open the page inside Feishu')
      try {
        return await make(ASKING)
      } catch (error) {
        if (!isRefusal(error, 401, 403)) throw error
      }
      await signIn()
      return make({})
    },
    [signIn],
  )
  return { inside, call }
}

async function begin(sdk: string): Promise<void> {
  const { signInByFeishu } = await import('./sign-in.ts')
  await signInByFeishu(sdk)
}

/** The environment of a page does not change. */
const never = () => () => {}
const unknown = () => undefined
