// Is there a newer site? One second after idle, then hourly, the client reads `latest.json` and the
// build's manifest (R4.06, R7.05, R9.03).
//
//   another app id     new code: reload at the next navigation, once per app id and tab, never
//                      while unsaved state would be lost
//   another build id   new content: no reload, payloads are fetched afresh as the visitor navigates

import { createStore } from 'zustand/vanilla'
import type { Latest, Meta } from '#/contract.ts'
import { sessionKeep } from '#/lib/storage.ts'
import { isBusy } from '#/state/busy.ts'

/** After the browser is idle, in milliseconds. */
const FIRST_POLL_MS = 1_000

const RELOADED_KEY = 'portico-reloaded'
const BUILD_ID = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/

export type VersionState = {
  /** App id of the live build, if known. */
  liveApp: string | null
  /** The live build. */
  buildId: string | null
  /** Its route rules. */
  meta: Meta | null
}

const store = createStore<VersionState>(() => ({ liveApp: null, buildId: null, meta: null }))

/** Facts of the live build. */
export function versionState(): VersionState {
  return store.getState()
}

/** Calls back when another build has become live; not for the first known one. */
export function onNewBuild(callback: () => void): () => void {
  return store.subscribe((state, before) => {
    if (before.buildId !== null && state.buildId !== before.buildId) callback()
  })
}

/** Reads the live build once. A failure is logged and changes nothing: the next poll comes. */
export async function pollVersion(now: number): Promise<void> {
  try {
    const latest = (await readJson(`/builds/latest.json?${now}`, 'no-store')) as Latest
    if (!BUILD_ID.test(latest.id)) throw new Error(`\`${latest.id}\` is no build id`)
    const known = store.getState()
    if (latest.id === known.buildId) return
    const meta = (await readJson(`/builds/meta/${latest.id}.json`, 'default')) as Meta
    store.setState({ liveApp: latest.app, buildId: latest.id, meta })
  } catch (error) {
    console.warn('the version could not be read', error)
  }
}

/**
 * Polls one second after the browser is idle, unless the connection is slow-2g, and from then on at
 * the given interval.
 */
export function watchVersion(intervalSeconds: number): void {
  const poll = () => void pollVersion(Date.now())
  if (!isSlow()) whenIdle(() => setTimeout(poll, FIRST_POLL_MS))
  setInterval(poll, intervalSeconds * 1_000)
}

/**
 * True if the next navigation should be a reload: the live app is another one, no unsaved state
 * would be lost, and it was not tried before.
 */
export function shouldReload(ownApp: string): boolean {
  const { liveApp } = store.getState()
  return liveApp !== null && liveApp !== ownApp && !isBusy() && sessionKeep.get(RELOADED_KEY) !== liveApp
}

/** Opens `url` with the new code: past every cache, once per app id and tab. */
export async function reloadInto(url: string): Promise<void> {
  sessionKeep.set(RELOADED_KEY, store.getState().liveApp ?? '')
  await fetch(url, { cache: 'reload' }).catch(() => undefined)
  location.assign(url)
}

async function readJson(url: string, cache: RequestCache): Promise<unknown> {
  const response = await fetch(url, { cache })
  if (!response.ok) throw new Error(`\`${url}\` answered ${response.status}`)
  return response.json()
}

/** Network Information is not in every browser; without it no connection counts as slow. */
function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } }
  return connection?.effectiveType === 'slow-2g'
}

function whenIdle(callback: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback)
  else setTimeout(callback, 0)
}
