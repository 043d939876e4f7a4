// A page before or after the changes: a frame without scripts, scaled down, that is only looked at.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { CallError, type Page, type Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { prepareDocument } from '../frame/prepare.ts'
import { replacePage } from '../frame/show.ts'
import { api, problemsOf, refuse } from '../state/calls.ts'
import { addStyles, type Side, type SideFrame } from './side-frames.ts'

/** Properties. `onReady` gets the frame as soon as the page is in it. */
export type PageSideProps = {
  side: Side
  setId: string
  path: string
  isShown: boolean
  onReady: (side: Side, frame: SideFrame) => void
}

/** The page under its heading, or why it cannot be shown. */
export function PageSide({ side, setId, path, isShown, onReady }: PageSideProps) {
  const { t } = useLingui()
  const [page, setPage] = useState<Page | null>(null)
  const [problems, setProblems] = useState<Problem[]>([])
  const [frame, setFrame] = useState<Document | null>(null)
  useEffect(() => {
    let isLatest = true
    api.page(setId, path).then(
      (found) => isLatest && setPage(found),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (error.status === 401) refuse(error)
        if (isLatest) setProblems(problemsOf(error))
      },
    )
    return () => {
      isLatest = false
    }
  }, [setId, path])
  useEffect(() => {
    if (frame === null || page === null) return
    replacePage(frame, prepareDocument(page.html, page.files))
    addStyles(frame, side)
    onReady(side, { frame, files: page.files })
  }, [frame, page, side, onReady])
  const heading = side === 'before' ? t`Before: the site as it is` : t`After: with this change set`
  return (
    <section data-shown={isShown} aria-label={heading}>
      <h3 data-side={side}>{heading}</h3>
      <div className="side-page">
        {page === null && problems.length === 0 && (
          <p role="status">
            <Trans>Loading…</Trans>
          </p>
        )}
        <ProblemList problems={problems} />
        {page !== null && (
          <iframe
            title={side === 'before' ? t`The page before` : t`The page after`}
            src="/studio/frame"
            sandbox="allow-same-origin"
            inert
            tabIndex={-1}
            onLoad={({ currentTarget }) => setFrame(currentTarget.contentDocument)}
          />
        )}
      </div>
    </section>
  )
}
