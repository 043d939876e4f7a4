// The choice of a picture beside the text, for a field that names one.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Value } from '../api.ts'
import { isPicture } from '../lib/file-name.ts'
import { loadEntryFiles, useEntryFiles } from '../state/entry-files.ts'

/** Properties: `folder` is that of the entry. */
export type PictureInputProps = {
  id: string
  folder: string
  value: Value | undefined
  isRequired: boolean
  isWrong: boolean
  describedBy: string
  onChange: (value: Value | undefined) => void
}

/** The choice; a name that no file has stays, and is marked by the server's reason. */
export function PictureInput({ id, folder, value, isRequired, isWrong, describedBy, onChange }: PictureInputProps) {
  const { t } = useLingui()
  const files = useEntryFiles((state) => state[folder])
  useEffect(() => void loadEntryFiles(folder), [folder])
  const text = typeof value === 'string' ? value : ''
  const names = (files ?? []).map(({ path }) => path.slice(folder.length + 1)).filter(isPicture)
  const all = text === '' || names.includes(text) ? names : [text, ...names]
  return (
    <>
      <select
        id={id}
        value={text}
        required={isRequired}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        {(!isRequired || text === '') && <option value="">{t`No picture`}</option>}
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {files !== undefined && names.length === 0 && (
        <p className="help">
          <Trans>Add pictures under “Files” in the fields of the page.</Trans>
        </p>
      )}
    </>
  )
}
