// Links that come into view are loaded ahead: the route's code, and the payload into the HTTP
// cache, where the navigation only revalidates it. At most four at once (R9.03); never a page of
// another document class, never on a connection that saves data.

import { loadCode, payloadUrl } from '#/app/load-page.ts'
import { documentClass } from '#/app/meta.ts'
import type { AppRoute } from '#/definition.ts'
import { matchRoute } from '#/page/match.ts'
import { versionState } from '#/state/version.ts'

/** Preloads that run at the same time. */
export const PRELOADS_MAX = 4

/**
 * Runs tasks, at most `limit` at once, in the order of their arrival. A failed task counts as
 * finished.
 */
export function limited(limit: number): (task: () => Promise<unknown>) => void {
  const waiting: (() => Promise<unknown>)[] = []
  let running = 0
  const next = () => {
    while (running < limit) {
      const task = waiting.shift()
      if (task === undefined) return
      running += 1
      task()
        .catch(() => undefined)
        .finally(() => {
          running -= 1
          next()
        })
    }
  }
  return (task) => {
    waiting.push(task)
    next()
  }
}

export type Prefetcher = {
  /** Discards the fetched payloads: a new build is live. */
  forget: () => void
}

/** Watches the links below `root`, those that appear later included. */
export function prefetchLinks(root: Element, app: string, currentRoute: () => AppRoute): Prefetcher {
  const done = new Set<string>()
  if (savesData()) return { forget: () => undefined }
  const run = limited(PRELOADS_MAX)
  const visible = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      visible.unobserve(target)
      const wanted = wantedRoute(target as HTMLAnchorElement, currentRoute())
      const path = (target as HTMLAnchorElement).pathname
      if (wanted === undefined || done.has(path)) continue
      done.add(path)
      run(() => Promise.all([loadCode(wanted), fetch(payloadUrl(path, app), { priority: 'low' })]))
    }
  })
  const watch = () => {
    for (const link of root.querySelectorAll('a[href]')) visible.observe(link)
  }
  new MutationObserver(watch).observe(root, { childList: true, subtree: true })
  watch()
  return { forget: () => done.clear() }
}

/** The route of a link to preload; undefined for everything else. */
export function wantedRoute(link: HTMLAnchorElement, current: AppRoute): AppRoute | undefined {
  if (link.origin !== location.origin || link.pathname === location.pathname || link.target || link.hasAttribute('download')) {
    return undefined
  }
  const { meta } = versionState()
  if (meta?.prerendered !== undefined && !meta.prerendered.includes(link.pathname)) return undefined
  try {
    const { route } = matchRoute(link.pathname)
    return documentClass(route) === documentClass(current) ? route : undefined
  } catch {
    // The address of another resource, or of none.
    return undefined
  }
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}
