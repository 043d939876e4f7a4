// Puts a picture of the entry's files into a text, with its description.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { isPicture } from '../lib/file-name.ts'
import { loadEntryFiles, useEntryFiles } from '../state/entry-files.ts'

/** Properties: `onInsert` gets the picture as Markdown. */
export type PictureFormProps = { folder: string; onInsert: (markdown: string) => void; onCancel: () => void }

/** The fields, or advice where there is no picture yet. They are no `form`: they may be in one. */
export function PictureForm({ folder, onInsert, onCancel }: PictureFormProps) {
  const { t } = useLingui()
  const id = useId()
  const files = useEntryFiles((state) => state[folder])
  useEffect(() => void loadEntryFiles(folder), [folder])
  const names = (files ?? []).map(({ path }) => path.slice(folder.length + 1)).filter(isPicture)
  const [chosen, setChosen] = useState('')
  const [words, setWords] = useState('')
  const name = chosen || names[0]
  if (files !== undefined && name === undefined)
    return (
      <p className="help">
        <Trans>Add pictures under “Files” in the fields of the page.</Trans>
      </p>
    )
  return (
    <fieldset>
      <legend>{t`Insert a picture`}</legend>
      <div className="field">
        <label htmlFor={`${id}-name`}>
          <Trans>Picture</Trans>
        </label>
        <select id={`${id}-name`} value={name} onChange={({ target }) => setChosen(target.value)}>
          {names.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-alt`}>
          <Trans>Description of the picture</Trans>
        </label>
        <input id={`${id}-alt`} value={words} aria-describedby={`${id}-help`} onChange={({ target }) => setWords(target.value)} />
        <p id={`${id}-help`} className="help">
          <Trans>What it shows, for people who do not see it.</Trans>
        </p>
      </div>
      <button
        type="button"
        className="primary"
        disabled={name === undefined || words.trim() === ''}
        onClick={() => onInsert(`![${words.trim().replaceAll(/[[\]\\]/g, '\\$&')}](${name})`)}
      >
        <Trans>Insert</Trans>
      </button>{' '}
      <button type="button" className="quiet" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </button>
    </fieldset>
  )
}
