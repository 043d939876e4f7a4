// Reasons why a value is not accepted, with their remedies.

import type { Problem } from '../api.ts'

/** The reasons, read out when they change. */
export function ProblemList({ id, problems, withFiles = false }: { id?: string; problems: Problem[]; withFiles?: boolean }) {
  return (
    <div id={id} className="problems" role="status">
      {problems.map(({ severity, file, line, reason, remedy }) => (
        <p key={`${file}:${line}:${reason}`} data-severity={severity}>
          {withFiles && file && <strong>{line ? `${file}:${line}` : file} </strong>}
          {reason}
          {remedy && <span className="remedy">{remedy}</span>}
        </p>
      ))}
    </div>
  )
}
