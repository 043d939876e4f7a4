// The shown page, and the files of its texts.

import { CallError, LIVE, type Page } from '../api.ts'
import { api, problemsOf, refuse } from './calls.ts'
import { readDrafts } from './drafts.ts'
import { useStudio } from './store.ts'

/** Loads a page of the current set, or as it is on the site, and shows it; a later call wins. */
export async function loadPage(path = useStudio.getState().path): Promise<void> {
  const { setId, showsBefore } = useStudio.getState()
  useStudio.setState((state) => ({ path, isLoading: true, selected: state.path === path ? state.selected : null }))
  const isLatest = () => {
    const now = useStudio.getState()
    return now.path === path && now.setId === setId && now.showsBefore === showsBefore
  }
  try {
    const page = await api.page(showsBefore ? LIVE : setId, path)
    if (isLatest()) showPage(page)
  } catch (error) {
    if (!(error instanceof CallError) || !isLatest()) return
    if (error.status === 401 || error.status === 403 || error.status === 0) refuse(error)
    else useStudio.setState({ pageProblems: problemsOf(error) })
  } finally {
    if (isLatest()) useStudio.setState({ isLoading: false })
  }
}

/** Shows the page with the set's changes, or as it is on the site: then no text can be changed. */
export async function showBefore(showsBefore: boolean): Promise<void> {
  useStudio.setState({ showsBefore, selected: null })
  await loadPage()
}

/** Shows a page that came with an answer, if it is still the one that is looked at. */
export function showPage(page: Page): void {
  if (useStudio.getState().path !== page.path) return
  useStudio.setState({ page, pageProblems: [], refusal: null })
}

/** Reads a file of the current set anew, and texts of it that an earlier page did not save. */
export async function loadFile(path: string): Promise<void> {
  const { setId } = useStudio.getState()
  try {
    const file = await api.file(setId, path)
    if (useStudio.getState().setId !== setId) return
    useStudio.setState(({ files, offered, typed }) => {
      const kept = Object.entries(readDrafts(setId, path)).filter(([place]) => !(`${path}#${place}` in typed))
      return { files: { ...files, [path]: file }, offered: { ...offered, [path]: Object.fromEntries(kept) } }
    })
  } catch (error) {
    if (error instanceof CallError) refuse(error)
  }
}

/** Shows another set, without the texts typed in the old one. */
export async function openSet(setId: string = LIVE): Promise<void> {
  useStudio.setState({
    setId,
    showsBefore: false,
    files: {},
    typed: {},
    problems: {},
    offered: {},
    selected: null,
    conflict: null,
    saving: 'none',
  })
  await loadPage()
}
