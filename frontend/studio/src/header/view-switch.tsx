// The choice of a view: the page, all entries, the review of the change set, the history, or the
// messages. A person gets those that the roles allow.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { CallError } from '../api.ts'
import { showView } from '../state/address.ts'
import { isEditor, isRecipient } from '../state/roles.ts'
import { loadSets } from '../state/sets.ts'
import { currentSet, useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'

/** The views. */
export function ViewSwitch() {
  const { t } = useLingui()
  const view = useView(({ name }) => name)
  const roles = useStudio((state) => state.info?.roles)
  if (roles === undefined) return null
  return (
    <nav className="views" aria-label={t`Views`}>
      {isEditor(roles) && <EditorViews />}
      {isRecipient(roles) && (
        <button
          type="button"
          aria-current={view === 'messages' ? 'page' : undefined}
          onClick={() => showView({ name: 'messages' })}
        >
          <Trans>Messages</Trans>
        </button>
      )}
    </nav>
  )
}

/** The views of texts. That of the review has the number of changed files. */
function EditorViews() {
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
    <>
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
    </>
  )
}
