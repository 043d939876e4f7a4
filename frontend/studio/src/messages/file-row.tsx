// The file of a message, with the verdict of the virus scanner.

import { Trans, useLingui } from '@lingui/react/macro'
import { sizeWords } from './file-words.ts'
import type { MessageFile } from './message-calls.ts'

/** Properties: `onSave` fetches the file. */
export type FileRowProps = { file: MessageFile; isBusy: boolean; onSave: () => void }

/** The row. A file that is not scanned yet, or infected, is not given out. */
export function FileRow({ file, isBusy, onSave }: FileRowProps) {
  const { t } = useLingui()
  const { name } = file
  const isOpen = file.scan === 'off' || file.scan === 'clean'
  const notes: Record<MessageFile['scan'], string> = {
    off: t`Not checked for viruses: open it with care.`,
    clean: t`The scanner found no virus.`,
    pending: t`Not yet checked for viruses; try again in a minute.`,
    infected: t`The scanner found a virus; the file is not given out.`,
  }
  return (
    <div className="mail-file">
      <p>
        <strong>{name}</strong> ({sizeWords(file.size)})
        <br />
        <span className="help">{notes[file.scan]}</span>
      </p>
      <button type="button" aria-label={t`Download ${name}`} disabled={!isOpen || isBusy} onClick={onSave}>
        <Trans>Download</Trans>
      </button>
    </div>
  )
}
