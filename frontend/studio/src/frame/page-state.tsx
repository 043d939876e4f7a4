// What keeps the page from being shown, over it: it is on its way, or it cannot be built.

import { Trans } from '@lingui/react/macro'
import { useStudio } from '../state/store.ts'

/** The sentence, read out when it changes. */
export function PageState() {
  const isLoading = useStudio((state) => state.isLoading)
  const isMissing = useStudio((state) => state.pageProblems.length > 0)
  const showsBefore = useStudio((state) => state.showsBefore)
  const panelIsOpen = useStudio((state) => state.panelIsOpen)
  return (
    <div className="page-state" role="status">
      {isLoading && (
        <p className="late">
          <Trans>Building the site with your changes…</Trans>
          <progress aria-hidden="true" />
        </p>
      )}
      {!isLoading && !showsBefore && isMissing && !panelIsOpen && (
        <p>
          <Trans>The page cannot be shown as it is.</Trans>{' '}
          <button type="button" onClick={() => useStudio.setState({ panelIsOpen: true })}>
            <Trans>Why?</Trans>
          </button>
        </p>
      )}
    </div>
  )
}
