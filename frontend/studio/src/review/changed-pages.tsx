// The pages that visitors see differently with a change set.

import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ChangedPages } from '../api.ts'
import { goTo } from '../state/address.ts'

/** The pages by the kind of their change; a click shows one with the changes. */
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
      <PathList paths={added} title={<Trans>New pages</Trans>} />
      <PathList paths={changed} title={<Trans>Changed pages</Trans>} />
      <PathList paths={removed} title={<Trans>Removed pages</Trans>} areGone />
      {listed.length > 0 && (
        <details>
          <summary>
            <Plural value={listed.length} one="# page lists or quotes it" other="# pages list or quote it" />
          </summary>
          <PathList paths={listed} />
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

function PathList({ paths, title, areGone = false }: { paths: string[]; title?: ReactNode; areGone?: boolean }) {
  if (paths.length === 0) return null
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className="paths">
        {paths.map((path) => (
          <li key={path}>
            {areGone ? (
              <del>{path}</del>
            ) : (
              <button type="button" className="link" onClick={() => void goTo(path)}>
                {path}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
