// What a page said on a day: its text, and the page itself.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PastPage, TextLine } from '../past.ts'
import { useStudio } from '../state/store.ts'
import { showPast } from './history-calls.ts'
import { useHistory } from './history-state.ts'
import { momentOf, personOf } from './history-words.ts'
import { PastFrame } from './past-frame.tsx'
import { RestoreButton } from './restore-button.tsx'

/** Properties: `page` is the one whose history is shown. */
export type PastPartProps = { page: string | null; timeZone: string | null }

/** The question, and its answer. */
export function PastPart({ page, timeZone }: PastPartProps) {
  const shown = useStudio((state) => state.path)
  const [path, setPath] = useState(page ?? shown)
  const [day, setDay] = useState('')
  const past = useHistory((state) => state.past)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that asked may be far below.
    if (past !== null && !section.current?.contains(document.activeElement)) section.current?.focus()
  }, [past])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    void showPast(path, day)
  }
  return (
    <section ref={section} tabIndex={-1} className="past" aria-labelledby="history-past">
      <h3 id="history-past">
        <Trans>What did a page say on a day?</Trans>
      </h3>
      <form className="filters" onSubmit={ask}>
        <label className="wide">
          <Trans>Address of the page</Trans>
          <input required pattern="/.*" value={path} onChange={({ target }) => setPath(target.value)} />
        </label>
        <label>
          <Trans>At the end of the day</Trans>
          <input type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
        </label>
        <button type="submit">
          <Trans>Show</Trans>
        </button>
      </form>
      <div aria-live="polite">{past !== null && <Answer past={past} timeZone={timeZone} />}</div>
      {past?.isKept && past.canRestore && <RestoreButton past={past} timeZone={timeZone} />}
      {past?.isKept && past.page !== null && <PastText past={past} lines={past.lines ?? []} />}
    </section>
  )
}

/** Which build was live then, or why it cannot be shown, in one sentence. */
function Answer({ past, timeZone }: { past: PastPage; timeZone: string | null }) {
  const moment = (time: string | undefined) => (time === undefined ? '' : momentOf(time, timeZone))
  const [since, by] = [moment(past.live?.time), personOf(past.live?.by ?? '')]
  if (!past.isKept) {
    const first = moment(past.firstKept?.time)
    return (
      <p className="note">
        {past.live === null ? (
          <Trans>The log has no build of that day.</Trans>
        ) : (
          <Trans>
            The build of that day was published on {since} ({by}); it is no longer kept.
          </Trans>
        )}{' '}
        {first !== '' && <Trans>The first one after it that is kept is of {first}.</Trans>}
      </p>
    )
  }
  const until = moment(past.until?.time)
  return (
    <p className="note">
      {until === '' ? (
        <Trans>
          On the site since {since} ({by}).
        </Trans>
      ) : (
        <Trans>
          On the site from {since} ({by}) until {until}.
        </Trans>
      )}{' '}
      {past.page === null && <Trans>The site had no such page then.</Trans>}
    </p>
  )
}

function PastText({ past, lines }: { past: PastPage & { isKept: true }; lines: TextLine[] }) {
  const { t } = useLingui()
  const [isText, setIsText] = useState(false)
  if (past.page === null) return null
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own. */}
      <div className="widths" role="group" aria-label={t`How the page is shown`}>
        <button type="button" className="quiet" aria-pressed={!isText} onClick={() => setIsText(false)}>
          <Trans>Page</Trans>
        </button>
        <button type="button" className="quiet" aria-pressed={isText} onClick={() => setIsText(true)}>
          <Trans>Text alone</Trans>
        </button>
      </div>
      {isText ? (
        <div className="card past-text">
          {lines.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, and are shown anew as a whole.
            <p key={index}>{text}</p>
          ))}
        </div>
      ) : (
        <PastFrame page={past.page} />
      )}
    </>
  )
}
