// Why the site cannot be built, over every view, with the way to each place.

import { Trans } from '@lingui/react/macro'
import { ProblemList } from '../fields/problem-list.tsx'
import { showView } from '../state/address.ts'
import { useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'

/** The banner; none if the problems are of no file, or of the file that is edited. */
export function ProblemBanner() {
  const view = useView()
  const problems = useStudio((state) => state.pageProblems)
  const shown = problems.filter(({ file }) => file !== undefined && !(view.name === 'file' && file === `content/${view.file}`))
  if (shown.length === 0) return null
  return (
    <section className="banner" data-severity="error">
      <p>
        <Trans>The site cannot be built with this change set. These places are to be mended:</Trans>
      </p>
      <ProblemList
        problems={shown}
        withFiles
        onLine={(line, file) => showView({ name: 'file', file: file.replace(/^content\//, ''), line })}
      />
    </section>
  )
}
