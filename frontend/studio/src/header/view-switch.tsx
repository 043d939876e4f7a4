// The choice of a view: the page, or the review of the change set.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { CallError } from '../api.ts'
import { showView } from '../state/address.ts'
import { loadSets } from '../state/sets.ts'
import { currentSet, useStudio } from '../state/store.ts'

/** The views. That of the review has the number of changed files. */
export function ViewSwitch() {
  const { t } = useLingui()
  const view = useStudio((state) => state.view)
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
      <button type="button" aria-current={view === 'page' ? 'page' : undefined} onClick={() => showView('page')}>
        <Trans>Page</Trans>
      </button>
      <button type="button" aria-current={view === 'review' ? 'page' : undefined} onClick={() => showView('review')}>
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
    </nav>
  )
}
