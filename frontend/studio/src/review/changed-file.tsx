// One changed file: its title, its differences, and the buttons for it.

import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ChangedFile } from '../api.ts'
import { labelOf } from '../lib/schema.ts'
import { shortened } from '../lib/word-difference.ts'
import { openFile } from '../state/address.ts'
import { useStudio } from '../state/store.ts'
import { ConfirmButton } from './confirm.tsx'
import { type DifferentPart, differenceOf } from './difference.ts'
import { localeOf, nameOfField, titleOfFile } from './field-name.ts'
import { MarkedText } from './marked-text.tsx'
import { takeBack } from './review-calls.ts'
import { useReview } from './review-state.ts'

/** The file, as an item of a list. `isOpen`: whether its set can be changed. */
export function FileItem({ file, isOpen }: { file: ChangedFile; isOpen: boolean }) {
  const { t } = useLingui()
  const info = useStudio((state) => state.info)
  const { path, kind, conflict } = file
  const title = titleOfFile(file)
  const locale = localeOf(info?.locales ?? [], path)
  const [collection = ''] = path.includes('/') ? path.split('/') : ['']
  const kinds = { added: t`new`, changed: t`changed`, removed: t`removed` }
  return (
    <li className="card" data-kind={kind}>
      <header>
        <h3 lang={locale?.code}>{title}</h3>
        <p className="help">
          <span className="tag">{kinds[kind]}</span>{' '}
          {[collection && labelOf(collection, undefined), locale?.name].filter(Boolean).join(' · ')}{' '}
          <span className="file">{path}</span>
        </p>
      </header>
      {conflict && isOpen && (
        <p className="note" data-severity="error">
          <Trans>Someone else has changed this on the site, too. Decide which text is right.</Trans>{' '}
          <button type="button" className="primary" onClick={() => useReview.setState({ joining: path })}>
            <Trans>Compare and decide…</Trans>
          </button>
        </p>
      )}
      <Difference file={file} />
      {isOpen && (
        <div className="row">
          {kind !== 'removed' && (
            <button type="button" aria-label={t`Open page: ${title}`} onClick={() => void openFile(path)}>
              <Trans>Open page</Trans>
            </button>
          )}
          <ConfirmButton
            label={t`Take back this change`}
            name={t`Take back this change: ${title}`}
            title={t`Take back this change?`}
            action={t`Take back`}
            onConfirm={() => void takeBack(path)}
          >
            <p>
              <Trans>“{title}” becomes as it is on the site. What you wrote in this change set is lost.</Trans>
            </p>
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}

function Difference({ file: { path, base, text } }: { file: ChangedFile }) {
  const parts = useMemo(() => differenceOf(path, base, text), [path, base, text])
  if (base === null && text === null)
    return (
      <p className="help">
        <Trans>A picture or another file: {path.split('/').at(-1)}</Trans>
      </p>
    )
  if (parts.length === 0)
    return (
      <p className="help">
        <Trans>Only spaces, notes or the order of fields differ.</Trans>
      </p>
    )
  const list = (
    <dl className="differences">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and are shown anew as a whole.
        <Part key={index} part={part} path={path} />
      ))}
    </dl>
  )
  if (base !== null && text !== null) return list
  return (
    <details>
      <summary>{text === null ? <Trans>The removed text</Trans> : <Trans>The new text</Trans>}</summary>
      {list}
    </details>
  )
}

function Part({ part: { field, kind, pieces }, path }: { part: DifferentPart; path: string }) {
  const { t } = useLingui()
  const info = useStudio((state) => state.info)
  const kinds = { added: t`New paragraph`, changed: t`Paragraph`, removed: t`Removed paragraph` }
  return (
    <div>
      <dt>{field === null ? kinds[kind] : nameOfField(info, path, field)}</dt>
      <dd>
        <MarkedText pieces={shortened(pieces)} />
      </dd>
    </div>
  )
}
