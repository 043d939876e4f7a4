// How far the file is, below its field.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#/ui/Button/Button.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import type { ChosenFile } from '../form-definition.ts'
import type { Draft } from './draft.ts'
import styles from './live.module.css'
import type { FileUpload } from './use-upload.ts'

export type UploadNoteProps = { file: ChosenFile | undefined; known: Draft['file'] | undefined; upload: FileUpload }

export function UploadNote({ file, known, upload }: UploadNoteProps) {
  const { t } = useLingui()
  if (file === undefined) return known === undefined ? null : <Lost name={known.name} />
  const { state, sent, remove } = upload
  const { name, size } = file
  const isUnderWay = state === 'running' || state === 'paused'
  return (
    <div className={styles.upload}>
      {isUnderWay && <progress max={size} value={sent} aria-label={t`Upload of ${name}`} />}
      <span className={styles.state}>
        <Words upload={upload} size={size} />
        {isUnderWay && <Amount sent={sent} size={size} />}
      </span>
      {state !== 'none' && (
        <Button variant="quiet" onClick={remove}>
          {isUnderWay ? <Trans>Cancel the upload</Trans> : <Trans>Remove the file</Trans>}
          <Hidden>: {name}</Hidden>
        </Button>
      )}
    </div>
  )
}

/** Read out when the state changes; how much is there is looked at. */
function Words({ upload: { state }, size }: { upload: FileUpload; size: number }) {
  const { i18n } = useLingui()
  const all = megabytes(i18n.locale, size)
  return (
    <span role="status">
      {state === 'running' && <Trans>Uploading</Trans>}
      {state === 'paused' && <Trans>No connection. The upload goes on by itself.</Trans>}
      {state === 'done' && <Trans>Uploaded, {all}. Nobody reads it before you send.</Trans>}
    </span>
  )
}

function Amount({ sent, size }: { sent: number; size: number }) {
  const { i18n } = useLingui()
  const [here, all] = [sent, size].map((bytes) => megabytes(i18n.locale, bytes))
  return (
    <span>
      {' '}
      <Trans comment="Megabytes">
        {here} of {all}
      </Trans>
    </span>
  )
}

function Lost({ name }: { name: string }) {
  return (
    <p className={styles.upload} role="status">
      <Trans>Please choose {name} again; what is there already is not sent twice.</Trans>
    </p>
  )
}

function megabytes(locale: string, bytes: number): string {
  const size = bytes / (1024 * 1024)
  const digits = size < 10 ? 1 : 0
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(size)} MB`
}
