// The studio: header, page, editor of the selected text, and side panel.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Banners } from './banners.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { PlaceEditor } from './editor/place-editor.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import { Header } from './header/header.tsx'
import { SavingNote } from './header/saving-note.tsx'
import { PagePanel } from './panel/page-panel.tsx'
import { useStudio } from './state/store.ts'

/** The whole studio. Entries, review and publishing get panels beside `Page`. */
export function App() {
  const { t } = useLingui()
  const [anchor, setAnchor] = useState<DOMRect | undefined>(undefined)
  const width = useStudio((state) => state.frameWidth)
  const panelIsOpen = useStudio((state) => state.panelIsOpen)
  const isEditing = useStudio((state) => state.selected !== null)
  return (
    <div className="studio" data-panel={panelIsOpen || undefined} data-editing={isEditing || undefined}>
      <Header />
      <Banners />
      <main className="stage">
        <div className="sheet" style={width === null ? undefined : { width }}>
          <PageFrame onAnchor={setAnchor} />
        </div>
        <PlaceEditor anchor={anchor} />
        <SavingNote />
      </main>
      {panelIsOpen && (
        <aside className="panel" aria-label={t`Fields`}>
          <h2>
            <Trans>Page</Trans>
          </h2>
          <PagePanel />
        </aside>
      )}
      <ConflictDialog />
    </div>
  )
}
