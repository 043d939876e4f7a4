// The pages that visitors see differently with a change set.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ChangedPages } from '../api.ts'
import { goTo } from '../state/address.ts'
import { BeforeAfter } from './before-after.tsx'
import type { Side } from './side-frames.ts'

const BOTH: Side[] = ['before', 'after']

/** The pages by the kind of their change; a click shows one with the changes, or compares it. */
export function PagesPart({ pages }: { pages: ChangedPages }) {
  const { added, changed, removed, listed, around } = pages
  const isEmpty = added.length + changed.length + removed.length + listed.length + around === 0
  return (
    <section className="card" aria-labelledby="review-pages">
      <h2 id="review-pages">
        <Trans>Which pages change</Trans>
      </h2>
      {isEmpty && (
        <p className="help">
          <Trans>No page changes.</Trans>
        </p>
      )}
      <PathList paths={added} sides={['after']} title={<Trans>New pages</Trans>} />
      <PathList paths={changed} sides={BOTH} title={<Trans>Changed pages</Trans>} />
      <PathList paths={removed} sides={['before']} title={<Trans>Removed pages</Trans>} />
      {listed.length > 0 && (
        <details>
          <summary>
            <Plural value={listed.length} one="# page lists or quotes it" other="# pages list or quote it" />
          </summary>
          <PathList paths={listed} sides={BOTH} />
        </details>
      )}
      {around > 0 && (
        <p className="help">
          <Plural
            value={around}
            one="# page differs only around its text, for example in the footer."
            other="# pages differ only around their text, for example in the footer."
          />
        </p>
      )}
    </section>
  )
}

function PathList({ paths, sides, title }: { paths: string[]; sides: Side[]; title?: ReactNode }) {
  const { t } = useLingui()
  const [compared, setCompared] = useState<string | null>(null)
  if (paths.length === 0) return null
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className="paths compared-paths">
        {paths.map((path) => (
          <li key={path}>
            {sides.includes('after') ? (
              <button type="button" className="link" onClick={() => void goTo(path)}>
                {path}
              </button>
            ) : (
              <del>{path}</del>
            )}
            <button type="button" aria-label={t`Before and after: ${path}`} onClick={() => setCompared(path)}>
              <Trans>Before and after</Trans>
            </button>
          </li>
        ))}
      </ul>
      {compared !== null && <BeforeAfter path={compared} sides={sides} onClose={() => setCompared(null)} />}
    </>
  )
}
