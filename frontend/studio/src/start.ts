// The start: the page and the set of the address, the editor's account, and the list of sets.

import { i18n } from '@lingui/core'
import { CallError, LIVE, type StudioInfo } from './api.ts'
import { translateSchemas } from './lib/schema-words.ts'
import { followAddress, readAddress } from './state/address.ts'
import { api, refuse } from './state/calls.ts'
import { loadPage } from './state/pages.ts'
import { allowedView, isEditor } from './state/roles.ts'
import { loadSets } from './state/sets.ts'
import { useStudio } from './state/store.ts'
import { readView, useView } from './state/view.ts'

/** Widest window, in pixels, where the panel covers the page, and is closed at first. */
const NARROW = 800

/** Loads what the studio shows first. */
export async function start(): Promise<void> {
  const { path, setId } = readAddress(window.location.search)
  useStudio.setState({ path, setId, panelIsOpen: window.innerWidth > NARROW })
  useView.setState(readView(window.location.search), true)
  followAddress()
  try {
    const info = await api.info()
    useView.setState(allowedView(useView.getState(), info.roles), true)
    if (!isEditor(info.roles)) return showInfo(info)
    await loadSets()
    const isKnown = useStudio.getState().sets.some(({ id }) => id === setId)
    useStudio.setState({ setId: isKnown ? setId : LIVE })
    showInfo(info)
    await loadPage()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    refuse(error)
  }
}

/** Shows the site, with its schemas in the language of the studio, now and after a change of it. */
function showInfo(info: StudioInfo): void {
  const show = () => useStudio.setState({ info: translateSchemas(info, i18n.locale) })
  show()
  i18n.on('change', show)
}
