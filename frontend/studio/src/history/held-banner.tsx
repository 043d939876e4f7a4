// The hold in words: its reason, the held files and pages, and the ways to end it.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { HeldContent, History } from '../past.ts'
import { ConfirmButton } from '../review/confirm.tsx'
import { useStudio } from '../state/store.ts'
import { release } from './history-calls.ts'
import { useHistory } from './history-state.ts'
import { buildMomentOf, momentOf, namedPaths, personOf } from './history-words.ts'

/** Properties: `hold` is that of `history`. */
export type HeldBannerProps = { history: History; hold: HeldContent; page: string | null }

/** The banner. It gets the focus when a rollback began it. */
export function HeldBanner({ history, hold, page }: HeldBannerProps) {
  const { t } = useLingui()
  const isPublisher = useStudio((state) => state.info?.roles.includes('publisher') ?? false)
  const section = useRef<HTMLElement>(null)
  const isNew = useHistory((state) => state.isNewHold)
  useEffect(() => {
    if (isNew) section.current?.focus()
  }, [isNew])
  const { live, timeZone } = history
  const last = hold.withdrawn.at(-1)
  if (last === undefined) return null
  const [by, why, time] = [personOf(last.by), last.why, momentOf(last.since, timeZone)]
  const build = live === null ? '' : buildMomentOf(live, history)
  return (
    <section ref={section} tabIndex={-1} className="card held" aria-labelledby="history-held">
      <h3 id="history-held">
        <Trans>Held: nothing new is published</Trans>
      </h3>
      <p>
        {build !== '' && <Trans>The site shows the build of {build}.</Trans>}{' '}
        {why ? (
          <Trans>
            It waits because {by} rolled back on {time}: “{why}”.
          </Trans>
        ) : (
          <Trans>
            It waits because {by} rolled back on {time}.
          </Trans>
        )}{' '}
        <Trans>New edits and publications are not shown until each held text is edited, or a publisher releases them.</Trans>
      </p>
      <HeldParts hold={hold} />
      {isPublisher ? (
        <div className="row">
          <ConfirmButton
            label={t`Release…`}
            title={t`Release what is held?`}
            action={t`Release`}
            onConfirm={() => void release(page)}
          >
            <p>
              <Trans>
                The site is built with the content as it is now, also with what was rolled back and not edited since. Visitors see
                it within about half a minute.
              </Trans>
            </p>
          </ConfirmButton>
        </div>
      ) : (
        <p className="help">
          <Trans>Only a publisher releases them.</Trans>
        </p>
      )}
    </section>
  )
}

function HeldParts({ hold }: { hold: HeldContent }) {
  const { files, deleted, frontend } = hold
  const pages = namedPaths(hold)
  const count = files.length
  return (
    <ul className="held-parts">
      {count > 0 && (
        <li>
          <Plural
            value={count}
            one="# file is held and was not edited since:"
            other="# files are held and were not edited since:"
          />{' '}
          <span className="file">{files.join(', ')}</span>
        </li>
      )}
      {deleted > 0 && (
        <li>
          <Plural
            value={deleted}
            one="# file came back with the rollback, and is deleted in the content."
            other="# files came back with the rollback, and are deleted in the content."
          />
        </li>
      )}
      {frontend && (
        <li>
          <Trans>The design of the site is held, too.</Trans>
        </li>
      )}
      {pages.length > 0 && (
        <li>
          <Trans>Pages that the rollback changed:</Trans> <span className="file">{pages.join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
