// The studio's own address: `?page=/en/about&set=00c0ffee&view=review`.

import { LIVE } from '../api.ts'
import { api } from './calls.ts'
import { loadPage, openSet } from './pages.ts'
import { useStudio, type View } from './store.ts'

/** The page, the set and the view of an address. */
export function readAddress(search: string): { path: string; setId: string; view: View } {
  const query = new URLSearchParams(search)
  const path = query.get('page') ?? '/'
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    setId: query.get('set') ?? LIVE,
    view: query.get('view') === 'review' ? 'review' : 'page',
  }
}

/** The address of a page in a set, or of another view. */
export function writeAddress(path: string, setId: string, view: View = 'page'): string {
  const query = new URLSearchParams({ page: path, ...(setId !== LIVE && { set: setId }), ...(view !== 'page' && { view }) })
  return `?${query.toString().replaceAll('%2F', '/')}`
}

/** Shows a page, as a step of the browser's history. */
export async function goTo(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  window.history.pushState(null, '', writeAddress(pathname, useStudio.getState().setId))
  useStudio.setState({ view: 'page' })
  await loadPage(pathname)
}

/** Shows another view, as a step of the browser's history. */
export function showView(view: View): void {
  const { path, setId } = useStudio.getState()
  window.history.pushState(null, '', writeAddress(path, setId, view))
  useStudio.setState({ view, selected: null })
}

/** Shows the page of a file; of a file without one, the page that was shown last. */
export async function openFile(path: string): Promise<void> {
  const { setId, texts } = useStudio.getState()
  if (texts.some(({ target }) => target.file === path)) return showView('page')
  const found = await api.entries(setId).catch(() => undefined)
  const text = found?.entries.flatMap((entry) => entry.texts).find((each) => each.path === path)
  if (text?.href) await goTo(text.href)
  else showView('page')
}

/** Keeps address and state the same: with the browser's steps, and when the set changes. */
export function followAddress(): void {
  window.addEventListener('popstate', () => {
    const { path, setId, view } = readAddress(window.location.search)
    const before = useStudio.getState()
    useStudio.setState({ view })
    if (setId === before.setId) {
      if (path !== before.path) void loadPage(path)
    } else {
      useStudio.setState({ path })
      void openSet(setId)
    }
  })
  useStudio.subscribe(({ setId, path, view }, before) => {
    if (setId !== before.setId) window.history.replaceState(null, '', writeAddress(path, setId, view))
  })
}
