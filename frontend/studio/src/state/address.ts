// The studio's own address: `?page=/en/about&set=00c0ffee`, and `view=review` for another view than
// the page.

import { LIVE } from '../api.ts'
import { api } from './calls.ts'
import { loadPage, openSet } from './pages.ts'
import { allowedView } from './roles.ts'
import { useStudio } from './store.ts'
import { PAGE_VIEW, readView, useView, type View, viewQuery } from './view.ts'

/** The page and the set of an address. */
export function readAddress(search: string): { path: string; setId: string } {
  const query = new URLSearchParams(search)
  const path = query.get('page') ?? '/'
  return { path: path.startsWith('/') ? path : `/${path}`, setId: query.get('set') ?? LIVE }
}

/** The address of a page in a set, or of another view, which leads back to the page. */
export function writeAddress(path: string, setId: string, view: View = PAGE_VIEW): string {
  const query = new URLSearchParams({ page: path, ...(setId !== LIVE && { set: setId }), ...viewQuery(view) })
  return `?${query.toString().replaceAll('%2F', '/')}`
}

/** Goes to a page, as a step of the browser's history. */
export async function goTo(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  window.history.pushState(null, '', writeAddress(pathname, useStudio.getState().setId))
  useView.setState(PAGE_VIEW, true)
  await loadPage(pathname)
}

/** Shows a view, as a step of the browser's history. */
export function showView(view: View): void {
  const { path, setId } = useStudio.getState()
  window.history.pushState(null, '', writeAddress(path, setId, view))
  useView.setState(view, true)
  useStudio.setState({ selected: null })
}

/** Shows the page of a file; a file without one as a text. */
export async function openFile(path: string): Promise<void> {
  const { setId, texts } = useStudio.getState()
  if (texts.some(({ target }) => target.file === path)) return showView(PAGE_VIEW)
  const found = await api.entries(setId).catch(() => undefined)
  const text = found?.entries.flatMap((entry) => entry.texts).find((each) => each.path === path)
  if (text?.href) await goTo(text.href)
  else showFile(path)
}

/** Shows a file as a text. */
export const showFile = (file: string, line: number | null = null): void => showView({ name: 'file', file, line })

/** Keeps address and state the same: with the browser's steps, and when the set changes. */
export function followAddress(): void {
  window.addEventListener('popstate', () => {
    const { path, setId } = readAddress(window.location.search)
    const before = useStudio.getState()
    const view = readView(window.location.search)
    useView.setState(before.info === null ? view : allowedView(view, before.info.roles), true)
    if (setId === before.setId) {
      if (path !== before.path) void loadPage(path)
    } else {
      useStudio.setState({ path })
      void openSet(setId)
    }
  })
  useStudio.subscribe(({ setId, path }, before) => {
    if (setId !== before.setId) window.history.replaceState(null, '', writeAddress(path, setId, useView.getState()))
  })
}
