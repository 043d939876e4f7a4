// How far the last change came, in words.

import { Trans } from '@lingui/react/macro'
import { useStudio } from '../state/store.ts'

/** The note, read out when it changes. */
export function SavingNote() {
  const saving = useStudio((state) => state.saving)
  return (
    <p className="saving" role="status" data-state={saving}>
      {saving === 'sending' && <Trans>Saving…</Trans>}
      {saving === 'saved' && <Trans>Saved in the change set · not published</Trans>}
      {saving === 'refused' && <Trans>Not all is saved</Trans>}
      {saving === 'offline' && <Trans>No connection</Trans>}
    </p>
  )
}
