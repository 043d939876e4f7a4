// The studio: header, and the chosen view: the page with editor and side panel, the review, the
// entries, the calendar, the history, a file or the messages.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Banners } from './banners.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { PlaceEditor } from './editor/place-editor.tsx'
import { CalendarView } from './entries/calendar-view.tsx'
import { EntriesView } from './entries/entries-view.tsx'
import { FileView } from './entries/file-view.tsx'
import { ProblemBanner } from './entries/problem-banner.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import { PageState } from './frame/page-state.tsx'
import { Header } from './header/header.tsx'
import { SavingNote } from './header/saving-note.tsx'
import { HistoryView } from './history/history-view.tsx'
import { MessagesView } from './messages/messages-view.tsx'
import { PagePanel } from './panel/page-panel.tsx'
import { Review } from './review/review.tsx'
import { isRecipient } from './state/roles.ts'
import { isClosed, useStudio } from './state/store.ts'
import { useView } from './state/view.ts'

/** The whole studio. */
export function App() {
  const view = useView(({ name }) => name)
  const panelIsOpen = useStudio((state) => state.panelIsOpen && !state.showsBefore && !isClosed(state)) && view === 'page'
  // The address may ask for messages before the roles are known.
  const reads = useStudio(({ info }) => info !== null && isRecipient(info.roles))
  const isEditing = useStudio((state) => state.selected !== null)
  return (
    <div className="studio" data-view={view} data-panel={panelIsOpen || undefined} data-editing={isEditing || undefined}>
      <Header />
      <Banners>
        <ProblemBanner />
      </Banners>
      {view === 'page' && <PageView panelIsOpen={panelIsOpen} />}
      {view === 'review' && <Review />}
      {view === 'entries' && <EntriesView />}
      {view === 'calendar' && <CalendarView />}
      {view === 'file' && <FileView />}
      {view === 'history' && <HistoryView />}
      {view === 'messages' && reads && <MessagesView />}
      <ConflictDialog />
    </div>
  )
}

function PageView({ panelIsOpen }: { panelIsOpen: boolean }) {
  const { t } = useLingui()
  const [anchor, setAnchor] = useState<DOMRect | undefined>(undefined)
  const width = useStudio((state) => state.frameWidth)
  return (
    <>
      <main className="stage">
        <div className="sheet" style={width === null ? undefined : { width }}>
          <PageFrame onAnchor={setAnchor} />
        </div>
        <PageState />
        <PlaceEditor anchor={anchor} />
        <SavingNote />
      </main>
      {panelIsOpen && (
        <aside className="panel" aria-label={t`Fields`}>
          <header>
            <h2>
              <Trans>Page</Trans>
            </h2>
            <button type="button" className="quiet" onClick={() => useStudio.setState({ panelIsOpen: false })}>
              <Trans>Close</Trans>
            </button>
          </header>
          <PagePanel />
        </aside>
      )}
    </>
  )
}
