// The side panel: what is wrong, the texts of the page, and all fields of a file as a form.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { ProblemList } from '../fields/problem-list.tsx'
import { folderOf } from '../state/entry-files.ts'
import { loadFile } from '../state/pages.ts'
import { schemaOf } from '../state/selecting.ts'
import { useStudio } from '../state/store.ts'
import { BUILT_IN, type BuiltIn, PUBLICATION } from './built-in.ts'
import { FilesSection } from './files-section.tsx'
import { filesOf } from './main-file.ts'
import { Offer } from './offer.tsx'
import { FormPart, GroupFields } from './schema-form.tsx'
import { TextList } from './text-list.tsx'

/** The panel. */
export function PagePanel() {
  const page = useStudio((state) => state.page)
  const setId = useStudio((state) => state.setId)
  const problems = useStudio((state) => state.pageProblems).filter(({ file }) => file === undefined)
  const files = useMemo(() => filesOf(page?.places ?? []), [page])
  const [chosen, setChosen] = useState('')
  const file = files.includes(chosen) ? chosen : files[0]
  const folder = file === undefined ? undefined : folderOf(file)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has another version of the file.
  useEffect(() => {
    if (file !== undefined) void loadFile(file)
  }, [file, setId])
  return (
    <>
      {problems.length > 0 && (
        <section className="note" data-severity="error">
          <p>
            <Trans>The page cannot be shown as it is:</Trans>
          </p>
          <ProblemList problems={problems} withFiles />
        </section>
      )}
      <TextList />
      {file !== undefined && (
        <>
          {files.length > 1 && (
            <div className="field">
              <label htmlFor="panel-file">
                <Trans>Fields of</Trans>
              </label>
              <select id="panel-file" value={file} onChange={({ target }) => setChosen(target.value)}>
                {files.map((path) => (
                  <option key={path}>{path}</option>
                ))}
              </select>
            </div>
          )}
          <Offer file={file} />
          <FileForm key={file} file={file} />
          {folder !== undefined && <FilesSection key={folder} folder={folder} />}
        </>
      )}
    </>
  )
}

function FileForm({ file }: { file: string }) {
  const { i18n } = useLingui()
  const schema = useStudio((state) => schemaOf(state, file))
  const isRead = useStudio((state) => state.files[file]?.fields != null)
  const hasLanguages = useStudio(({ info }) => (info?.locales.length ?? 0) > 1)
  if (!isRead) return null
  if (schema === undefined)
    return (
      <p className="help">
        <Trans>This file has no form. Click its texts on the page.</Trans>
      </p>
    )
  const isOwn = ({ name }: BuiltIn) => schema.properties?.[name] === undefined && !(hasLanguages && PUBLICATION.includes(name))
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <GroupFields file={file} pointer="" schema={schema} />
      {file.endsWith('.md') && (
        <details className="group">
          <summary>
            <Trans>Publication</Trans>
          </summary>
          {hasLanguages && (
            <p className="help">
              <Trans>
                Draft, times and access are the same in all languages: under “Entries”, “…” beside the entry changes them.
              </Trans>
            </p>
          )}
          {BUILT_IN.filter(isOwn).map(({ name, title, help, schema: own }) => (
            <FormPart
              key={name}
              file={file}
              pointer={`/${name}`}
              schema={{ ...own, description: i18n._(help) }}
              label={i18n._(title)}
              isRequired={false}
            />
          ))}
        </details>
      )}
    </form>
  )
}
