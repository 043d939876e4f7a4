// One act of the history: time, person, reason, changed pages, and what can be done with its build.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { HistoryLine } from '../past.ts'
import { showView } from '../state/address.ts'
import { openSet } from '../state/pages.ts'
import { useStudio } from '../state/store.ts'
import { choose } from './days.ts'
import { showPast } from './history-calls.ts'
import { useHistory } from './history-state.ts'
import { hourOf, momentOf, namedPaths, pagesOf, personOf, VERB_WORDS } from './history-words.ts'
import { RollbackButton } from './rollback-button.tsx'

/** Properties: `page` is the one whose history is shown. */
export type LineItemProps = { line: HistoryLine; timeZone: string | null; page: string | null }

/** The act, as an item of a day. */
export function LineItem({ line, timeZone, page }: LineItemProps) {
  const { t, i18n } = useLingui()
  const { time, verb, by, why, build, isLive, isKept, dropped, paths } = line
  const chosen = useHistory((state) => state.chosen)
  const moment = momentOf(time, timeZone)
  const word = i18n._(VERB_WORDS[verb] ?? VERB_WORDS.unknown)
  const isBuild = build !== null && (verb === 'publish' || verb === 'rollback' || verb === 'stage')
  return (
    <li className="act" data-live={isLive || undefined}>
      <p className="act-head">
        {isBuild && isKept && verb !== 'rollback' && (
          <input
            type="checkbox"
            aria-label={t`Compare: ${moment}`}
            checked={chosen.includes(build)}
            onChange={() => useHistory.setState({ chosen: choose(chosen, build) })}
          />
        )}
        <time dateTime={time}>{hourOf(time, timeZone)}</time>
        <span className="tag">{word}</span>
        <span>{personOf(by)}</span>
        {isLive && (
          <strong className="tag" data-state="published">
            <Trans>on the site now</Trans>
          </strong>
        )}
      </p>
      {why !== null && <p className="why">{why}</p>}
      <Pages line={line} />
      {dropped > 0 && (
        <p className="help">
          <Plural value={dropped} one="# build is no longer kept." other="# builds are no longer kept." />
        </p>
      )}
      {paths.length > 0 && <p className="file">{paths.join(', ')}</p>}
      {isBuild && !isKept && (
        <p className="help">
          <Trans>This build is no longer kept: it cannot be compared, and there is no way back to it.</Trans>
        </p>
      )}
      <Actions line={line} moment={moment} page={page} />
    </li>
  )
}

function Pages({ line }: { line: HistoryLine }) {
  const paths = namedPaths(line)
  const words = pagesOf(line)
  if (words === '') return null
  if (paths.length === 0) return <p className="help">{words}</p>
  return (
    <details>
      <summary className="help">{words}</summary>
      <ul className="paths">
        {paths.map((path) => (
          <li key={path}>
            <button type="button" className="link" onClick={() => showView({ name: 'history', of: path })}>
              {path}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Actions({ line, moment, page }: { line: HistoryLine; moment: string; page: string | null }) {
  const { t } = useLingui()
  const isPublisher = useStudio((state) => state.info?.roles.includes('publisher') ?? false)
  const { build, before, sets, time, verb, isKept, isComparable, canReturn } = line
  const canCompare = isComparable && build !== null && before !== null && build !== before
  const canRollBack = isPublisher && canReturn && build !== null
  const hasPage = page !== null && isKept && (verb === 'publish' || verb === 'rollback')
  if (!canCompare && !canRollBack && !hasPage && sets.length === 0) return null
  return (
    <div className="row">
      {canCompare && (
        <button
          type="button"
          aria-label={t`What changed: ${moment}`}
          onClick={() => useHistory.setState({ compared: [before, build] })}
        >
          <Trans>What changed</Trans>
        </button>
      )}
      {hasPage && (
        <button type="button" aria-label={t`The page then: ${moment}`} onClick={() => void showPast(page, time)}>
          <Trans>The page then</Trans>
        </button>
      )}
      {sets.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => void openSet(id).then(() => showView({ name: 'review' }))}>
          <Trans>“{name}”, and its way back</Trans>
        </button>
      ))}
      {canRollBack && <RollbackButton build={build} moment={moment} page={page} />}
    </div>
  )
}
