// The progress of the file, below its field.

import { Trans, useLingui } from '@lingui/react/macro'
import { sizeText } from '#/i18n/sizes.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import type { Draft } from '../draft.ts'
import type { ChosenFile } from '../form-definition.ts'
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

/** Announced when the state changes; the progress is only shown. */
function Words({ upload: { state }, size }: { upload: FileUpload; size: number }) {
  const { i18n } = useLingui()
  const all = sizeText(size, i18n.locale)
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
  const [here, all] = [sent, size].map((bytes) => sizeText(bytes, i18n.locale))
  return (
    <span>
      {' '}
      <Trans comment="Two sizes: 1.2 MB of 5 MB">
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
