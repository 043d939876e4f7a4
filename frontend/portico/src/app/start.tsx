// The browser's entry: from the document to a live page.
//
//   1 read the inline state and the fields, before anything touches the DOM
//   2 load what the first render needs, so that it is synchronous
//   3 hydrate
//   4 only then look at query, storage, cookies, clock (R10.02)

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory, NavigationType, type Navigator } from 'react-router'
import { configureApi } from '#/api/config.ts'
import { ClientRoot, type ViewState } from '#/app/client-root.tsx'
import type { EarlyInput } from '#/app/early-input.ts'
import { readInlineState } from '#/app/inline-state.ts'
import { listenToLinks } from '#/app/links.ts'
import { ChunkMissing, loadPage, NoConnection, sourceOf } from '#/app/load-page.ts'
import { metaOf } from '#/app/meta.ts'
import { createNavigation, type Navigation } from '#/app/navigation.ts'
import { bareLocation, type LoadedPage } from '#/app/navigation-state.ts'
import { prefetchLinks } from '#/app/prefetch.ts'
import { rememberScroll } from '#/app/scroll.ts'
import type { InlineState } from '#/contract.ts'
import { type SiteDefinition, setDefinition } from '#/definition.ts'
import { localeOf } from '#/i18n/locales.ts'
import { deferred } from '#/lib/deferred.ts'
import { layerDepth, layerEntry } from '#/lib/layer-entry.ts'
import { mayLeave } from '#/state/busy.ts'
import { mayReload } from '#/state/chunk-reload.ts'
import { countLoading } from '#/state/loading.ts'
import { restorePreferences } from '#/state/preferences.ts'
import { toast } from '#/state/toasts.ts'
import { onNewBuild, reloadInto, shouldReload, watchVersion } from '#/state/version.ts'
import { loadDialog } from '#/ui/Dialog/Dialog.tsx'

const texts = {
  noConnection: msg`No connection. Please try again when you are online.`,
  notLoaded: msg`This page could not be loaded just now. Please try again in a moment.`,
}

/** Repeats a sign-out that never arrived. */
type Repeat = () => Promise<void>

/**
 * Starts the site's app in this document, for as long as the document lives. Returns the root,
 * which a test unmounts.
 */
export async function start(definition: SiteDefinition): Promise<Root> {
  setDefinition(definition)
  const root = document.getElementById('root') as HTMLElement
  const state = readInlineState(document)
  const [first, early] = await Promise.all([loadFirst(state), loadEarlyInput(root)])
  const history = createBrowserHistory()
  const hydrated = deferred<(frame: ViewState) => void>()
  const { session } = definition
  const repeat = async () => session?.repeatSignOut(state.site.runtime.apiBase)
  const isLogin = () => session?.isLogin() ?? false
  const live = deferred<void>()
  const navigation = createNavigation(first, {
    app: state.app,
    history,
    checkVisit: async (visit) => session?.check(visit) ?? { kind: 'pass' },
    scroll: rememberScroll(),
    show: (shown, scroll, atOnce) =>
      void hydrated.promise.then((show) => {
        const frame = { shown, scroll }
        if (atOnce) show(frame)
        else startTransition(() => show(frame))
      }),
    mayLeave,
    leave: (url, cause) => leave(url, cause, { repeat, say: (text) => toast.error(navigation.current().i18n._(text)) }),
    shouldReload: () => navigator.onLine && shouldReload(state.app),
    reloadInto: (url) => void reloadInto(url),
    onLoading: countLoading,
  })
  configureApi({
    base: state.site.runtime.apiBase,
    language: () => localeOf(navigation.current().source.locale).language,
    isLogin,
    before: repeat,
    onLoading: countLoading,
  })
  const frame: ViewState = { shown: { current: first, kept: [], type: NavigationType.Pop }, scroll: undefined }
  const reactRoot = hydrateRoot(
    root,
    <ClientRoot
      site={state.site}
      first={frame}
      navigator={navigatorOf(navigation)}
      onReady={hydrated.resolve}
      onPart={early?.handOver}
      onPage={live.resolve}
    />,
    { onRecoverableError: (error) => console.error('the markup did not match', error) },
  )
  await hydrated.promise
  await afterHydration(definition, root, state, navigation)
  await live.promise
  early?.end()
  // Journeys in tests/ wait for it: from here on the app handles every click and key.
  document.documentElement.dataset.hydrated = 'true'
  // The inline script keeps the last click on an element that needs the app.
  dispatchEvent(new Event('live'))
  return reactRoot
}

/** Follows the fields of the page; most pages have none, and load no code for them. */
async function loadEarlyInput(root: HTMLElement): Promise<EarlyInput | undefined> {
  if (!root.querySelector('input,textarea,select')) return
  // Without it the page works; only input before hydration is lost.
  const loaded = await import('#/app/early-input.ts').catch(() => undefined)
  return loaded?.recordEarlyInput(root)
}

/** A missing chunk on the first page is handled as later: reload, within the guard. */
async function loadFirst(state: InlineState): Promise<LoadedPage> {
  try {
    return await loadPage(sourceOf(state), bareLocation(state.path))
  } catch (error) {
    if (error instanceof ChunkMissing && mayReload(location.pathname, Date.now())) location.reload()
    throw error
  }
}

async function afterHydration(
  definition: SiteDefinition,
  root: HTMLElement,
  state: InlineState,
  navigation: Navigation,
): Promise<void> {
  const { runtime } = state.site
  const current = () => navigation.current()
  await each([
    () =>
      definition.session?.begin({
        apiBase: runtime.apiBase,
        isGuarded: () => metaOf(current().route).requiresAuth,
        check: navigation.check,
        say: (text) => toast.success(current().i18n._(text)),
      }),
    () => definition.onStart?.(document),
    () => listenToLinks(document, (url) => void navigation.go(url.href)),
    () => onNewBuild(prefetchLinks(root, state.app, () => current().route).forget),
    () => watchVersion(runtime.versionPollSeconds),
    () => restorePreferences(runtime.storage),
    navigation.start,
    // After a reload with a layer open.
    () => layerDepth() > 0 && loadDialog().then(({ settle }) => settle()),
  ])
}

/**
 * Steps in their order. One that a browser does not allow is logged, and the page loses only that
 * step.
 */
async function each(steps: (() => unknown)[]): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      console.error('a part of the app does not work', error)
    }
  }
}

/**
 * Navigator of `useNavigate` and `useSearchParams`: all navigations to another page take the same
 * path.
 */
function navigatorOf(navigation: Navigation): Navigator {
  const go = (...parameters: Parameters<Navigation['go']>) => {
    navigation.go(...parameters).catch((error) => console.error(error))
  }
  return {
    createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`),
    go: (delta) => window.history.go(delta),
    push: (to, state) => go(to, { state }),
    replace: (to, state) => go(to, { state, replace: true }),
  }
}

/**
 * Leaves for another document, or reports why the page stays. Missing code is fetched again at most
 * once per 10 s and path (R8.03).
 */
function leave(
  url: string,
  cause: unknown,
  { repeat, say }: { repeat: Repeat; say: (text: MessageDescriptor) => void },
): boolean {
  const target = new URL(url, location.href)
  if (cause !== undefined) console.error(`\`${url}\` could not be shown here`, cause)
  if (!navigator.onLine || cause instanceof NoConnection) {
    say(texts.noConnection)
    return false
  }
  if (cause instanceof ChunkMissing && !mayReload(target.pathname, Date.now())) {
    say(texts.notLoaded)
    return false
  }
  // Before the gateway is asked, which would answer as for a member although the visitor has signed
  // out.
  void Promise.allSettled([repeat(), layerEntry.leaving]).then(() => go(target))
  return true
}

function go(target: URL): void {
  // Going back or forward has changed the address already; navigating there again would only
  // scroll.
  if (target.href === location.href) location.reload()
  else location.assign(target)
}
