// The choice of a view: the page, all entries, the review of the change set, or the history.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { CallError } from '../api.ts'
import { showView } from '../state/address.ts'
import { loadSets } from '../state/sets.ts'
import { currentSet, useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'

/** The views. That of the review has the number of changed files. */
export function ViewSwitch() {
  const { t } = useLingui()
  const view = useView(({ name }) => name)
  const saving = useStudio((state) => state.saving)
  const count = useStudio((state) => currentSet(state)?.files.length ?? 0)
  useEffect(() => {
    if (saving !== 'saved') return
    loadSets().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  }, [saving])
  return (
    <nav className="views" aria-label={t`Views`}>
      <button type="button" aria-current={view === 'page' ? 'page' : undefined} onClick={() => showView({ name: 'page' })}>
        <Trans>Page</Trans>
      </button>
      <button
        type="button"
        aria-current={view === 'entries' || view === 'calendar' || view === 'file' ? 'page' : undefined}
        onClick={() => showView({ name: 'entries' })}
      >
        <Trans>Entries</Trans>
      </button>
      <button type="button" aria-current={view === 'review' ? 'page' : undefined} onClick={() => showView({ name: 'review' })}>
        <Trans>Review</Trans>
        {count > 0 && (
          <>
            {' '}
            <span className="badge" title={t`Changed files`}>
              {count}
            </span>
          </>
        )}
      </button>
      <button
        type="button"
        aria-current={view === 'history' ? 'page' : undefined}
        onClick={() => showView({ name: 'history', of: null })}
      >
        <Trans>History</Trans>
      </button>
    </nav>
  )
}
