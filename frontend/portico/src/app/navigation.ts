// From an address to a page on the screen, without a new document.
//
//   push, replace, a click   anything unsent? → resolve → middleware → same document class? →
//                            new version? → load → history → show
//   back, forward            the same, but the address has changed already; it changes back if the
//                            page stays
//
// A navigation that cannot be done here is left to the server by one full navigation: the server
// knows better, and its answer needs no fetch. Without a connection there is no server, and the
// page stays. A kept page shows at once and is revalidated in the background (R2.23). The last
// navigation wins. Decisions that need no browser are in `navigation-transition.ts`.

import { createPath, type Location, NavigationType, type To, type UNSAFE_createBrowserHistory } from 'react-router'
import { fetchPayload, loadPage, PayloadUnusable, sourceOf } from '#/app/load-page.ts'
import { documentClass } from '#/app/meta.ts'
import type { LoadedPage, NavigationState } from '#/app/navigation-state.ts'
import { arrivalOf, keptAt, targetOf } from '#/app/navigation-transition.ts'
import { entryKey, type ScrollMemory, type ScrollTarget, scrollTarget } from '#/app/scroll.ts'
import type { Verdict, Visit } from '#/definition.ts'
import { layerDepth, layerEntry } from '#/lib/layer-entry.ts'
import { navigable } from '#/lib/safe-url.ts'
import { isSame } from '#/lib/same.ts'
import { type Match, matchRoute } from '#/page/match.ts'

export { KEPT_MAX } from '#/app/navigation-transition.ts'

type History = ReturnType<typeof UNSAFE_createBrowserHistory>

/** The environment of navigation; tests replace it. */
export type NavigationHost = {
  app: string
  history: History
  /** Runs the middleware of a visit's route. */
  checkVisit: (visit: Visit) => Promise<Verdict>
  scroll: ScrollMemory
  /**
   * Shows a value; `scroll` is applied when it is in the DOM, and is not applied again if it is
   * passed again. `atOnce`: no frame may be painted before it.
   */
  show: (shown: NavigationState, scroll: ScrollTarget, atOnce: boolean) => void
  /** Whether the page may be left for `path`; the visitor is asked if input has not been sent. */
  mayLeave: (path: string) => Promise<boolean>
  /**
   * Leaves this document for `url`; `cause` is the error, if any. False: leaving is of no use now,
   * and the page stays.
   */
  leave: (url: string, cause?: unknown) => boolean
  /** The next navigation should fetch new code (R4.06). */
  shouldReload: () => boolean
  reloadInto: (url: string) => void
  onLoading: (change: 1 | -1) => void
}

type GoOptions = {
  replace?: boolean
  /** Kept in the history entry. */
  state?: unknown
  /** The address may leave the site (R8.04). */
  external?: boolean
}

export type Navigation = {
  /**
   * Navigates to an address of this site. Throws a `RefusedNavigation` for one that must not be
   * followed.
   */
  go: (to: To, options?: GoOptions) => Promise<void>
  /** Checks the page that the document came with, and follows back and forward from now on. */
  start: () => Promise<void>
  /** Asks the middleware about the visible page, and leaves it if the middleware refuses it. */
  check: () => Promise<void>
  current: () => LoadedPage
}

type Step = { match: Match; location: Location; type: NavigationType; commit: Commit }

/** Writes the history; returns its location afterwards. */
type Commit = () => Location

export function createNavigation(first: LoadedPage, host: NavigationHost): Navigation {
  const { history, scroll } = host
  let shown: NavigationState = { current: first, kept: [], type: NavigationType.Pop }
  // Of the last arrival. It goes with every later value, because the page may change before the
  // arrival is in the DOM, and then the browser never sees the arrival's own value.
  let target: ScrollTarget
  let latest = 0
  // How far back and forward have moved the address away from the visible page, in entries of the
  // history.
  let away = 0
  let returning = false

  async function go(to: To, { replace = false, state, external = false }: GoOptions = {}): Promise<void> {
    const base = new URL(createPath(history.location), window.location.origin).href
    const url = navigable(typeof to === 'string' ? to : createPath(to), { base, external })
    if (url.origin !== window.location.origin) return void host.leave(url.href)
    const location = targetOf(shown, history.location, url)
    const again = createPath(location) === createPath(history.location)
    const type = replace || again ? NavigationType.Replace : NavigationType.Push
    await travel(location, type, () => {
      // A link in a layer replaces the layer's entry; a link to the page itself leaves the entry,
      // and the layer removes it.
      const to = createPath(location)
      if (!layerDepth()) history[type === NavigationType.Push ? 'push' : 'replace'](to, state)
      else if (!again) history.replace(to, state)
      return history.location
    })
  }

  async function travel(location: Location, type: NavigationType, commit: Commit): Promise<void> {
    latest += 1
    const mine = latest
    if (location.pathname === shown.current.location.pathname) {
      // At once, if possible: the next change of a filter begins where this one ends.
      if (layerEntry.leaving !== undefined) await layerEntry.leaving
      return arrive(shown.current, commit(), type)
    }
    const may = await host.mayLeave(location.pathname)
    if (mine !== latest) return
    if (!may) return stay()
    const match = resolve(location.pathname)
    if (match === undefined) return leave(createPath(location))
    await attempt({ match, location, type, commit }, mine)
  }

  async function attempt(step: Step, mine: number): Promise<void> {
    const url = createPath(step.location)
    host.onLoading(1)
    try {
      const visit = { to: step.match, target: url, served: false }
      const verdict = await host.checkVisit(visit)
      if (mine !== latest) return
      if (verdict.kind === 'redirect') return leave(verdict.to)
      if (documentClass(step.match.route) !== documentClass(shown.current.route)) return leave(url)
      if (host.shouldReload()) return host.reloadInto(url)
      await load(step, mine)
    } catch (cause) {
      if (mine === latest) leave(url, cause)
    } finally {
      host.onLoading(-1)
    }
  }

  async function load(step: Step, mine: number): Promise<void> {
    const { pathname } = step.location
    const kept = keptAt(shown, pathname)
    const page = kept ?? (await loadPage(sourceOf(await fetchPayload(pathname, host.app)), step.location))
    await layerEntry.leaving
    if (mine !== latest) return
    arrive(page, step.commit(), step.type)
    if (kept !== undefined) return refresh(mine)
  }

  function leave(...way: Parameters<NavigationHost['leave']>): void {
    if (!host.leave(...way)) stay()
  }

  /** The page stays, and so does the address. */
  function stay(): void {
    if (away === 0) return
    returning = true
    history.go(-away)
  }

  function arrive(page: LoadedPage, location: Location, type: NavigationType): void {
    const [next, pageChanged, switched, lastEntry] = arrivalOf(shown, page, location, type)
    const known = lastEntry && scroll.positionOf(lastEntry)
    const share = switched ? scroll.share() : undefined
    shown = next
    away = 0
    scroll.follow(location)
    target = scrollTarget({ type, location, pageChanged, known, share }) ?? target
    // A page often changes its address because of a field, and until it renders again React shows
    // the field's old content.
    const atOnce = !pageChanged && type !== NavigationType.Pop
    host.show(shown, target, atOnce)
  }

  /**
   * A kept page may be out of date: its payload is fetched in the background, and replaced if it
   * differs.
   */
  async function refresh(mine: number): Promise<void> {
    const { current } = shown
    const payload = await fetchPayload(current.location.pathname, host.app).catch((cause) => {
      if (cause instanceof PayloadUnusable) throw cause
      // No network: a kept page is better than none.
      console.warn(cause)
    })
    if (payload === undefined || mine !== latest) return
    const source = sourceOf(payload)
    if (isSame(source, current.source)) return
    shown = { ...shown, current: { ...shown.current, source } }
    host.show(shown, target, false)
  }

  async function start(): Promise<void> {
    history.listen(({ location, delta }) => {
      // From a layer to the page below it, or forward again: the address did not change.
      if (away === 0 && entryKey(location) === entryKey(shown.current.location)) return
      // An entry that the browser made itself has no known place.
      away = returning ? 0 : away + (delta ?? 0)
      if (!returning) void travel(location, NavigationType.Pop, () => location)
      returning = false
    })
    // The first render knew only a path; from here on query and fragment count.
    arrive(shown.current, history.location, NavigationType.Pop)
    await check()
  }

  async function check(): Promise<void> {
    const match = resolve(shown.current.source.path)
    if (match === undefined) return
    const verdict = await host.checkVisit({ to: match, target: createPath(history.location), served: true })
    if (verdict.kind === 'redirect') host.leave(verdict.to)
  }

  return { go, start, check, current: () => shown.current }
}

/**
 * The route of a path; undefined if only the server knows it: its other files, and its 404 in the
 * visitor's language.
 */
function resolve(pathname: string): Match | undefined {
  try {
    return matchRoute(pathname)
  } catch (error) {
    console.warn(error)
    return undefined
  }
}
