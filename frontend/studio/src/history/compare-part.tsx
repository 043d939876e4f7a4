// Two builds compared: the pages that differ, each with its text by words.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { labelOf } from '../lib/schema.ts'
import { shortened } from '../lib/word-difference.ts'
import type { ComparedPage, Comparison } from '../past.ts'
import { MarkedText } from '../review/marked-text.tsx'
import { api } from '../state/calls.ts'
import { attempt } from './history-calls.ts'
import { useHistory } from './history-state.ts'
import { buildMomentOf } from './history-words.ts'
import { partsOfLines } from './line-parts.ts'

/** Properties: the builds, the older one first; `page` is opened at once. */
export type CompareProps = { builds: [from: string, to: string]; page: string | null }

/** The comparison. It gets the focus, and gives it back. */
export function ComparePart({ builds, page }: CompareProps) {
  const [from, to] = builds
  const [found, setFound] = useState<Comparison | null>(null)
  const section = useRef<HTMLElement>(null)
  const refusal = useHistory((state) => state.refusal)
  const history = useHistory((state) => state.history)
  const [older, newer] = [buildMomentOf(from, history), buildMomentOf(to, history)]
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    section.current?.focus()
    return () => before?.focus()
  }, [])
  useEffect(() => {
    void attempt(async () => setFound(await api.compareBuilds(from, to)))
  }, [from, to])
  return (
    <section ref={section} tabIndex={-1} className="card compared" aria-labelledby="history-compared">
      <header>
        <h3 id="history-compared">
          <Trans>
            From {older} to {newer}
          </Trans>
        </h3>
        <button type="button" onClick={() => useHistory.setState({ compared: null })}>
          <Trans>Close</Trans>
        </button>
      </header>
      {found === null && refusal === null && (
        <p role="status">
          <Trans>Comparing…</Trans>
        </p>
      )}
      {found !== null && <Pages found={found} builds={builds} page={page} />}
    </section>
  )
}

function Pages({ found, builds, page }: { found: Comparison } & CompareProps) {
  const { t } = useLingui()
  const { counts, added, changed, removed, frontend } = found
  const kinds = [
    { kind: t`changed`, paths: changed.map(({ path }) => path) },
    { kind: t`new`, paths: added },
    { kind: t`removed`, paths: removed },
  ]
  const isSame = counts.added + counts.changed + counts.removed + counts.around + counts.files === 0
  const { around, files } = counts
  return (
    <>
      {isSame && (
        <p>
          <Trans>No page and no file differs.</Trans>
        </p>
      )}
      {kinds.flatMap(({ kind, paths }) =>
        paths.map((path) => (
          <PageDifference key={`${kind} ${path}`} path={path} kind={kind} builds={builds} isOpen={path === page} />
        )),
      )}
      <p className="help">
        {around > 0 && (
          <Plural
            value={around}
            one="# page differs only around its text, for example in the footer."
            other="# pages differ only around their text, for example in the footer."
          />
        )}{' '}
        {files > 0 && (
          <Plural
            value={files}
            one="# other file differs, such as a picture or the list of pages for search engines."
            other="# other files differ, such as pictures or the list of pages for search engines."
          />
        )}{' '}
        {frontend && <Trans>The design of the site differs.</Trans>}
      </p>
    </>
  )
}

/** A page; its text is read when it is opened. */
function PageDifference({
  path,
  kind,
  builds,
  isOpen,
}: {
  path: string
  kind: string
  builds: [string, string]
  isOpen: boolean
}) {
  const [from, to] = builds
  const [open, setOpen] = useState(isOpen)
  const [texts, setTexts] = useState<ComparedPage | null>(null)
  useEffect(() => {
    if (open && texts === null) void attempt(async () => setTexts(await api.comparePage(from, to, path)))
  }, [open, texts, from, to, path])
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="file">{path}</span> <span className="tag">{kind}</span>
      </summary>
      {open && texts === null && (
        <p role="status">
          <Trans>Loading…</Trans>
        </p>
      )}
      {texts !== null && <Texts texts={texts} />}
    </details>
  )
}

function Texts({ texts }: { texts: ComparedPage }) {
  const { t } = useLingui()
  const parts = partsOfLines(texts.lines)
  if (parts.length === 0)
    return (
      <p className="help">
        <Trans>The text is the same; something else of the page differs, such as its picture or its description.</Trans>
      </p>
    )
  return (
    <dl className="differences">
      {parts.map(({ field, pieces }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and are shown anew as a whole.
        <div key={index}>
          <dt>{field === null ? t`Paragraph` : labelOf(field.split('.').at(-1) ?? field, undefined)}</dt>
          <dd>
            <MarkedText pieces={shortened(pieces)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
