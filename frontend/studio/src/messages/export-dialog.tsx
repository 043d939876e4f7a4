// The export of messages as a file, in the formats of the command line.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CallError } from '../api.ts'
import { Dialog } from '../entries/dialog.tsx'
import { saveBytes } from './file-words.ts'
import { type ExportFormat, type FormName, fetchExport } from './message-calls.ts'
import { MessageError } from './message-error.tsx'

/** Properties: `form` is the kind that is chosen at first; empty for all. */
export type ExportDialogProps = { forms: FormName[]; form: string; onClose: () => void }

/** The dialog. It closes when the file has arrived. */
export function ExportDialog({ forms, form: first, onClose }: ExportDialogProps) {
  const { t } = useLingui()
  const [form, setForm] = useState(first)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const save = async () => {
    setIsBusy(true)
    try {
      saveBytes(await fetchExport(form, format), `messages.${format}`)
      onClose()
    } catch (caught) {
      setError(caught instanceof CallError ? caught : new CallError(0, String(caught), null))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t`Export messages`} onClose={onClose}>
      <p className="help">
        <Trans>The file has all messages of the kind, with all answers and without attachments. The log names you.</Trans>
      </p>
      <div className="field">
        <label htmlFor="export-kind">
          <Trans>Kind</Trans>
        </label>
        <select id="export-kind" value={form} onChange={({ target }) => setForm(target.value)}>
          <option value="">{t`All`}</option>
          {forms.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="export-format">
          <Trans>Format</Trans>
        </label>
        <select id="export-format" value={format} onChange={({ target }) => setFormat(target.value as ExportFormat)}>
          <option value="csv">{t`CSV, for Excel`}</option>
          <option value="json">JSON</option>
        </select>
      </div>
      {error !== null && <MessageError error={error} />}
      <div className="row">
        <button type="button" className="primary" disabled={isBusy} onClick={() => void save()}>
          <Trans>Save the file</Trans>
        </button>
        <button type="button" onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </Dialog>
  )
}
