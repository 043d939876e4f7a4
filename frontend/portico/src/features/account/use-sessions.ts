// The sessions of the member.

import { useEffect, useState } from 'react'
import { type DeviceSession, endSession, getSessions } from '#/api/calls.ts'
import { isRefusal } from '#/api/errors.ts'
import { useFailure } from './use-failure.ts'

export type Sessions = {
  /** Undefined while they load, and when they could not be loaded. */
  list: readonly DeviceSession[] | undefined
  failed: boolean
  busy: boolean
  /** Ends sessions elsewhere, then shows the remaining ones. */
  end: (ids: readonly string[]) => Promise<void>
  reload: () => Promise<void>
}

export function useSessions(): Sessions {
  const [list, setList] = useState<DeviceSession[]>()
  const [failed, setFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  const fail = useFailure()
  const reload = async () => {
    setFailed(false)
    try {
      setList(await getSessions())
    } catch (error) {
      fail(error)
      setFailed(true)
    }
  }
  const end = async (ids: readonly string[]) => {
    setBusy(true)
    const results = await Promise.allSettled(ids.map(endSession))
    const failure = results.find((result) => result.status === 'rejected' && !isGone(result.reason))
    if (failure?.status === 'rejected') fail(failure.reason)
    await reload()
    setBusy(false)
  }
  // Once, when the dialog opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void reload(), [])
  return { list, failed, busy, end, reload }
}

/** A session that ended by itself, or from another device, has the wanted result. */
function isGone(reason: unknown): boolean {
  return isRefusal(reason, 404)
}
