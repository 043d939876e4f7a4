// Pictures and other files beside a text: the list, and buttons to add and remove.

import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { ACCEPTED, MAX_MB } from '../lib/file-name.ts'
import { addFile, loadEntryFiles, removeFile, type Uploaded, type UploadFault, useEntryFiles } from '../state/entry-files.ts'
import { useStudio } from '../state/store.ts'

/** The files of an entry's folder. */
export function FilesSection({ folder }: { folder: string }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const setId = useStudio((state) => state.setId)
  const files = useEntryFiles((state) => state[folder])
  const [percent, setPercent] = useState<number | null>(null)
  const [done, setDone] = useState<Uploaded | null>(null)
  const [isOver, setIsOver] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has other files.
  useEffect(() => void loadEntryFiles(folder), [folder, setId])

  const add = async (list: FileList | null) => {
    for (const file of list ?? []) {
      setPercent(0)
      setDone(await addFile(folder, file, setPercent))
      setPercent(null)
    }
    if (input.current !== null) input.current.value = ''
  }
  const over = (event: DragEvent, isInside: boolean) => {
    event.preventDefault()
    setIsOver(isInside)
  }
  return (
    <details className="group">
      <summary>
        <Trans>Files</Trans> <span className="count">{files?.length}</span>
      </summary>
      <p className="help">
        <Trans>Pictures and files beside this text.</Trans>
      </p>
      {files?.length === 0 && (
        <p className="help">
          <Trans>There is no picture or file yet.</Trans>
        </p>
      )}
      <ul className="own-files">
        {files?.map((file) => {
          const name = file.path.slice(folder.length + 1)
          return (
            <li key={file.path}>
              <span>{name}</span>
              <span className="help">{sizeOf(file.size)}</span>
              <button
                type="button"
                className="quiet"
                aria-label={t`Remove “${name}”`}
                onClick={() => void removeFile(folder, file).then((problems) => setDone({ problems }))}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button. */}
      <div
        className="drop"
        data-over={isOver || undefined}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false)
          void add(event.dataTransfer.files)
        }}
      >
        <p className="help">
          <Trans>Drop a file here, or choose one.</Trans>
        </p>
        <button type="button" disabled={percent !== null} onClick={() => input.current?.click()}>
          <Trans>Add a file</Trans>
        </button>
        <input ref={input} type="file" hidden multiple accept={ACCEPTED} onChange={({ target }) => void add(target.files)} />
      </div>
      <div role="status">
        {percent !== null && <progress max={100} value={percent} aria-label={t`Sending ${percent}%`} />}
        {done !== null && percent === null && <Result done={done} />}
      </div>
    </details>
  )
}

function Result({ done }: { done: Uploaded }) {
  const { t } = useLingui()
  const limit = MAX_MB
  if ('problems' in done) return <ProblemList problems={done.problems as Problem[]} withFiles />
  if ('name' in done) return <p className="help">{t`Added as “${done.name}”.`}</p>
  const words: Record<UploadFault, string> = {
    large: t`The file is too large: at most ${limit} MB.`,
    kind: t`Pictures (JPEG, PNG, WebP, AVIF, GIF, SVG) and PDF files can be added. Texts are written here.`,
    connection: t`The connection is lost.`,
  }
  return <ProblemList problems={[{ reason: words[done.fault] }]} />
}

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`)
