// The history: each publication with its person, time and reason; past pages; and the ways back.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId } from 'react'
import type { History } from '../past.ts'
import { RunStatus } from '../review/run-status.tsx'
import { showView } from '../state/address.ts'
import { useView } from '../state/view.ts'
import { ComparePart } from './compare-part.tsx'
import { daysOf, inOrder, keyOf } from './days.ts'
import { HeldBanner } from './held-banner.tsx'
import { loadHistory, loadMore } from './history-calls.ts'
import { useHistory } from './history-state.ts'
import { dayOf } from './history-words.ts'
import { LineItem } from './line-item.tsx'
import { PastPart } from './past-part.tsx'

/** The view, of the site or of one page. */
export function HistoryView() {
  const { t } = useLingui()
  const heading = useId()
  const view = useView()
  const page = view.name === 'history' ? view.of : null
  const { history, isLoading, refusal, run, compared } = useHistory()
  useEffect(() => {
    useHistory.setState({ history: null, chosen: [], compared: null, past: null, refusal: null, isNewHold: false })
    void loadHistory(page)
  }, [page])
  return (
    <main className="view history" aria-labelledby={heading}>
      <header className="view-head">
        <h2 id={heading}>{page === null ? t`History` : t`History of ${page}`}</h2>
        {page !== null && (
          <button type="button" onClick={() => showView({ name: 'history', of: null })}>
            <Trans>Show the whole site</Trans>
          </button>
        )}
      </header>
      {refusal !== null && (
        <p className="note" data-severity="error" role="alert">
          {refusal}
        </p>
      )}
      {history?.hold && <HeldBanner history={history} hold={history.hold} page={page} />}
      {run !== null && <RunStatus run={run} isNews />}
      <PastPart key={page} page={page} timeZone={history?.timeZone ?? null} />
      {compared !== null && <ComparePart key={compared.join()} builds={compared} page={page} />}
      {history === null ? (
        <p className="empty" role="status">
          {isLoading ? <Trans>Loading…</Trans> : <Trans>The history could not be read.</Trans>}
        </p>
      ) : (
        <Lines history={history} page={page} />
      )}
    </main>
  )
}

function Lines({ history, page }: { history: History; page: string | null }) {
  const isLoading = useHistory((state) => state.isLoading)
  const { lines, next, timeZone } = history
  const days = daysOf(lines, timeZone ?? undefined)
  return (
    <>
      {lines.some(({ isKept }) => isKept) && <CompareBar history={history} />}
      {lines.length === 0 && (
        <p className="empty">
          {page === null ? (
            <Trans>Nothing was published yet.</Trans>
          ) : next === null ? (
            <Trans>The log has no change of this page. Is its address written as visitors see it, such as /en/about?</Trans>
          ) : (
            <Trans>The newest acts did not change this page.</Trans>
          )}
        </p>
      )}
      {days.map(({ key, lines }) => (
        <section key={key} className="acts" aria-labelledby={`day-${key}`}>
          <h3 id={`day-${key}`}>{dayOf(key)}</h3>
          <ul>
            {lines.map((line) => (
              <LineItem key={keyOf(line)} line={line} timeZone={timeZone} page={page} />
            ))}
          </ul>
        </section>
      ))}
      {next !== null && (
        <p className="row">
          <button type="button" disabled={isLoading} onClick={() => void loadMore(page)}>
            <Trans>Show older ones</Trans>
          </button>
        </p>
      )}
    </>
  )
}

function CompareBar({ history }: { history: History }) {
  const chosen = useHistory((state) => state.chosen)
  const pair = inOrder(history.lines, chosen)
  return (
    <p className="row">
      <button
        type="button"
        className={pair === null ? undefined : 'primary'}
        disabled={pair === null}
        onClick={() => useHistory.setState({ compared: pair })}
      >
        <Trans>Compare the chosen two</Trans>
      </button>
      <span className="help" role="status">
        {chosen.length === 0 && <Trans>Choose two builds in the list to compare them.</Trans>}
        {chosen.length === 1 && <Trans>Choose one more.</Trans>}
        {chosen.length === 2 && <Trans>Two are chosen.</Trans>}
      </span>
    </p>
  )
}
