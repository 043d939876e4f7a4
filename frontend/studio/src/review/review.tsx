// The review: the changes of a set, and its way to the site.

import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { LIVE } from '../api.ts'
import { showView } from '../state/address.ts'
import { currentSet, useStudio } from '../state/store.ts'
import { AboutSet } from './about-set.tsx'
import { FileItem } from './changed-file.tsx'
import { PagesPart } from './changed-pages.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { PreviewPart } from './preview-part.tsx'
import { ProblemsPart } from './problems-part.tsx'
import { PublishPart } from './publish-part.tsx'
import { resume } from './publishing.ts'
import { loadChanges } from './review-calls.ts'
import { useReview } from './review-state.ts'
import { RunStatus } from './run-status.tsx'
import { ScheduledPart } from './scheduled-part.tsx'
import { SetList } from './set-list.tsx'
import { StateTag } from './state-tag.tsx'
import { TakeBackPart } from './take-back.tsx'
import { useItsTime } from './use-its-time.ts'
import { useSiteTime } from './use-site-time.ts'

/** The view. It reads the changes anew when a set is chosen, and when texts have been saved. */
export function Review() {
  const setId = useStudio((state) => state.setId)
  const set = useStudio(currentSet)
  const isSaving = useStudio((state) => state.saving === 'sending')
  const refusal = useReview((state) => state.refusal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has other changes.
  useEffect(() => {
    useReview.setState({ changes: null, refusal: null, joining: null })
  }, [setId])
  useEffect(() => set && resume(set), [set])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has other changes.
  useEffect(() => {
    if (!isSaving) void loadChanges()
  }, [setId, isSaving])
  return (
    <main className="review">
      <div className="review-main">
        {refusal !== null && (
          <p className="note" data-severity="error" role="alert">
            {refusal}
          </p>
        )}
        {setId === LIVE || set === undefined ? <Nothing /> : <SetReview key={set.id} />}
      </div>
      <aside className="review-side">
        <SetSide />
        <SetList />
      </aside>
      <JoinDialog />
    </main>
  )
}

function Nothing() {
  return (
    <section className="card empty">
      <h2>
        <Trans>You see the site as it is</Trans>
      </h2>
      <p>
        <Trans>Choose a change set from the list, or click a text on a page: a change set begins with the first change.</Trans>
      </p>
      <PageButton />
    </section>
  )
}

function PageButton() {
  return (
    <button type="button" className="primary" onClick={() => showView({ name: 'page' })}>
      <Trans>Go to the page</Trans>
    </button>
  )
}

function SetSide() {
  const set = useStudio(currentSet)
  const changes = useReview((state) => state.changes)
  const isRunning = useReview((state) => set !== undefined && state.runs[set.id]?.end === null)
  if (set === undefined || isRunning || set.state === 'publishing') return null
  return (
    <>
      {set.scheduled && <ScheduledPart set={set} scheduled={set.scheduled} />}
      {changes !== null && <PublishPart key={`publish-${set.id}`} set={set} changes={changes} />}
      {set.state === 'published' && <TakeBackPart setId={set.id} />}
      {set.state !== 'published' && <AboutSet key={set.id} set={set} />}
      {set.state !== 'published' && set.files.length > 0 && <PreviewPart setId={set.id} />}
    </>
  )
}

function SetReview() {
  const set = useStudio(currentSet)
  const changes = useReview((state) => state.changes)
  const isLoading = useReview((state) => state.isLoading)
  const run = useReview((state) => (set === undefined ? undefined : state.runs[set.id]))
  useItsTime(set)
  const siteTime = useSiteTime()
  if (set === undefined) return null
  const state = run?.end === null && set.state !== 'published' ? 'publishing' : set.state
  const isOpen = state === 'open' || state === 'proposed'
  const missed = set.missed && siteTime(set.missed)
  return (
    <>
      <header className="review-head">
        <h2>
          {set.name} {run?.end?.kind !== 'held' && <StateTag state={state} />}
        </h2>
        {set.state === 'published' && set.note && <p>{set.note}</p>}
        {set.publishedBy && (
          <p className="help">
            <Trans>Published by {set.publishedBy}</Trans>
          </p>
        )}
      </header>
      {missed && (
        <p className="note" data-severity="warning">
          <Trans>
            It was to be published on {missed}, and was not: one of its files had changed by another way, or the site could not be
            built. Look through it, and publish it now or at another time.
          </Trans>
        </p>
      )}
      {run !== undefined && (set.state !== 'published' || run.publishedAt !== null) && (
        <RunStatus run={run} isNews={set.state !== 'published'} />
      )}
      {isLoading && (
        <p role="status" className="late">
          <Trans>Comparing your changes with the site…</Trans>
          <progress aria-hidden="true" />
        </p>
      )}
      {changes !== null && isOpen && <ProblemsPart problems={changes.problems} />}
      {changes !== null && (
        <section aria-labelledby="review-files">
          <h2 id="review-files">
            <Trans>What changes</Trans> <span className="count">{changes.files.length}</span>
          </h2>
          {changes.files.length === 0 ? (
            <div className="card empty">
              <p>
                <Trans>Nothing is changed yet. Click a text on a page to change it.</Trans>
              </p>
              <PageButton />
            </div>
          ) : (
            <ul className="files">
              {changes.files.map((file) => (
                <FileItem key={file.path} file={file} isOpen={isOpen} />
              ))}
            </ul>
          )}
        </section>
      )}
      {changes?.pages && changes.files.length > 0 && isOpen && <PagesPart pages={changes.pages} />}
    </>
  )
}
