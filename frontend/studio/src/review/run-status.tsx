// A set on its way to the site: how far it is, and how it ended.

import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { type Run, shareOf } from './job-run.ts'
import { useReview } from './review-state.ts'
import { sentenceOf, waitOf } from './run-words.ts'

/** Pages that are linked at the end. */
const LINKED = 8

/** Properties: `isNews` is false for a job that was over before the review was opened. */
export type RunStatusProps = { run: Run; isNews: boolean }

/** The status, read out when it changes. */
export function RunStatus({ run, isNews }: RunStatusProps) {
  const isConnected = useReview((state) => state.isConnected)
  const section = useRef<HTMLElement>(null)
  const { end } = run
  // The button that began it is gone, and may have been far below.
  const takesFocus = useRef(isNews)
  useEffect(() => {
    if (takesFocus.current) section.current?.focus()
  }, [])
  const isWrong = end?.kind === 'failed' || end?.kind === 'lost' || run.gateways.some(({ live }) => !live)
  const state = end === null ? 'running' : isWrong ? 'error' : end.kind
  return (
    <section ref={section} tabIndex={-1} className="card run" data-state={state} aria-labelledby="review-run">
      <h2 id="review-run" className="unseen">
        <Trans>Publication</Trans>
      </h2>
      <p role="status" className="sentence">
        {sentenceOf(run)}
      </p>
      {end === null && (
        <>
          <progress aria-labelledby="review-run" value={shareOf(run)} />
          <p className="help">
            {isConnected ? (
              waitOf(run)
            ) : (
              <Trans>The connection is lost; the publication goes on. This page finds out how it ends.</Trans>
            )}
          </p>
        </>
      )}
      <Reasons run={run} />
      {end?.kind === 'live' && <Links run={run} />}
    </section>
  )
}

function Reasons({ run: { end, gateways } }: { run: Run }) {
  // The review lists the same problems with links, in the editor's language.
  const isListed = useReview(({ changes }) => (changes?.problems.length ?? 0) > 0)
  const silent = gateways.filter(({ live }) => !live)
  const reasons = [
    ...(end?.kind === 'failed' && !isListed
      ? [...new Set([...end.problems, ...(end.problems.length === 0 ? [end.problem] : [])])]
      : []),
    ...silent.map(({ gateway, problem }) => (problem ? `${gateway}: ${problem}` : gateway)),
  ]
  return (
    <>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {end?.kind === 'failed' && (
        <p className="help">
          <Trans>Your changes are still here. Mend what is named here and publish again.</Trans>
        </p>
      )}
      {end?.kind === 'held' && (
        <p className="help">
          {end.why && <Trans>The reason was: “{end.why}”. </Trans>}
          <Trans>Visitors see the site as before. Change the texts, or ask who runs the site to let them through.</Trans>
        </p>
      )}
    </>
  )
}

function Links({ run: { pages } }: { run: Run }) {
  if (pages.paths.length === 0) return null
  return (
    <>
      <h3>
        <Trans>See it on the site</Trans>
      </h3>
      <ul className="paths">
        {pages.paths.slice(0, LINKED).map((path) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noreferrer">
              {path}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
