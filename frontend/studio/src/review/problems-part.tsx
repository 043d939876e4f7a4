// What keeps a change set from the site, and where to mend it.

import { Trans } from '@lingui/react/macro'
import type { Problem } from '../api.ts'
import { openFile } from '../state/address.ts'

/** The problems; a click on a place opens its file. */
export function ProblemsPart({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null
  return (
    <section className="note" data-severity="error" aria-labelledby="review-problems">
      <h2 id="review-problems">
        <Trans>These must be mended first</Trans>
      </h2>
      <ol className="problems">
        {problems.map(({ severity, file, line, reason, remedy }) => (
          <li key={`${file}:${line}:${reason}`}>
            {file !== undefined && (
              <button type="button" className="link" onClick={() => void openFile(file.replace(/^content\//, ''))}>
                {line === undefined ? file : `${file}:${line}`}
              </button>
            )}
            <p data-severity={severity}>
              {reason}
              {remedy && <span className="remedy">{remedy}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
