// Problems that keep a change set from the site, and where to mend them.

import { Trans } from '@lingui/react/macro'
import type { Problem } from '../api.ts'
import { showFile } from '../state/address.ts'

/** The problems by their places; a click on a place opens its file. */
export function ProblemsPart({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null
  const places = [...new Set(problems.map(placeOf))]
  return (
    <section className="card wrong" aria-labelledby="review-problems">
      <h2 id="review-problems">
        <Trans>These must be mended first</Trans>
      </h2>
      <ol className="problems">
        {places.map((place) => (
          <li key={place}>
            {place !== '' && (
              <button type="button" className="link" onClick={() => showFile(pathOf(place))}>
                {place}
              </button>
            )}
            {problems
              .filter((problem) => placeOf(problem) === place)
              .map(({ severity, reason, remedy }) => (
                <p key={reason} data-severity={severity}>
                  {reason}
                  {remedy && <span className="remedy">{remedy}</span>}
                </p>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `content/news/a/en.md:2` → `news/a/en.md`. */
const pathOf = (place: string) => place.replace(/^content\//, '').replace(/:\d+$/, '')

const placeOf = ({ file, line }: Problem) => (line === undefined ? (file ?? '') : `${file}:${line}`)
