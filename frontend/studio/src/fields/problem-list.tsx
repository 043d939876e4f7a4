// Reasons why a value is not accepted, with their remedies.

import { useLingui } from '@lingui/react/macro'
import type { Problem } from '../api.ts'

/** Properties. `onLine` shows a line of a file; without it, lines are only named. */
export type ProblemListProps = {
  id?: string
  problems: Problem[]
  withFiles?: boolean
  onLine?: (line: number, file: string) => void
}

/** The reasons, read out when they change. */
export function ProblemList({ id, problems, withFiles = false, onLine }: ProblemListProps) {
  const { t } = useLingui()
  return (
    <div id={id} className="problems" role="status">
      {problems.map((problem) => (
        <p key={`${problem.file}:${problem.line}:${problem.reason}`} data-severity={problem.severity ?? 'error'}>
          {withFiles && <Where problem={problem} onLine={onLine} />}
          <span className="reason">
            {problem.code === 'render' ? t`This page cannot be shown like this.` : firstLine(problem.reason)}
          </span>
          {problem.remedy && <span className="remedy">{problem.remedy}</span>}
        </p>
      ))}
    </div>
  )
}

function Where({ problem: { file, line, path }, onLine }: { problem: Problem; onLine: ProblemListProps['onLine'] }) {
  const place = file ?? path
  if (place === undefined) return null
  const name = line ? `${place}:${line}` : place
  if (onLine === undefined || file === undefined) return <strong>{name} </strong>
  return (
    <>
      <button type="button" className="place" onClick={() => onLine(line ?? 1, file)}>
        {name}
      </button>{' '}
    </>
  )
}

/** Later lines are of a program. */
const firstLine = (reason: string) => reason.split('\n', 1)[0]
