// The studio's own address: `?page=/en/about&set=00c0ffee`.

import { LIVE } from '../api.ts'
import { loadPage, openSet } from './pages.ts'
import { useStudio } from './store.ts'

/** The page and the set of an address. */
export function readAddress(search: string): { path: string; setId: string } {
  const query = new URLSearchParams(search)
  const path = query.get('page') ?? '/'
  return { path: path.startsWith('/') ? path : `/${path}`, setId: query.get('set') ?? LIVE }
}

/** The address of a page in a set. */
export function writeAddress(path: string, setId: string): string {
  const query = new URLSearchParams({ page: path, ...(setId !== LIVE && { set: setId }) })
  return `?${query.toString().replaceAll('%2F', '/')}`
}

/** Shows another page, as a step of the browser's history. */
export async function goTo(path: string): Promise<void> {
  const { pathname } = new URL(path, window.location.origin)
  window.history.pushState(null, '', writeAddress(pathname, useStudio.getState().setId))
  await loadPage(pathname)
}

/** Keeps address and state the same: with the browser's steps, and when the set changes. */
export function followAddress(): void {
  window.addEventListener('popstate', () => {
    const { path, setId } = readAddress(window.location.search)
    if (setId === useStudio.getState().setId) void loadPage(path)
    else {
      useStudio.setState({ path })
      void openSet(setId)
    }
  })
  useStudio.subscribe(({ setId, path }, before) => {
    if (setId !== before.setId) window.history.replaceState(null, '', writeAddress(path, setId))
  })
}
