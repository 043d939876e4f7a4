// The report of the checks: lines for a terminal, and Markdown for the page of a CI job.

/** Result of one check. */
export type Result = {
  check: string
  /** How much was looked at, or why the check was left out. */
  extent: string
  /** One line per fault. */
  findings: string[]
  isLeftOut?: boolean
}

/** Findings of one check that are printed; the file has all. */
const SHOWN = 20

const verdictOf = ({ findings, isLeftOut = false }: Result) => (isLeftOut ? 'left out' : findings.length === 0 ? 'ok' : 'failed')

export function terminalReport(results: Result[], file: string): string {
  const width = Math.max(...results.map(({ check }) => check.length))
  const lines = results.flatMap((result) => {
    const { check, extent, findings } = result
    const more = findings.length - SHOWN
    return [
      `${verdictOf(result).padEnd(8)}  ${check.padEnd(width)}  ${extent}`,
      ...findings.slice(0, SHOWN).map((finding) => `            ${finding}`),
      ...(more > 0 ? [`            and ${more} more, see ${file}`] : []),
    ]
  })
  return `${lines.join('\n')}\n`
}

export function markdownReport(results: Result[]): string {
  const rows = results.map((result) => `| ${verdictOf(result)} | ${result.check} | ${result.extent} |`)
  const lists = results
    .filter(({ findings }) => findings.length > 0)
    .map(({ check, findings }) => `\n## ${check}\n\n${findings.map((finding) => `- ${inCode(finding)}`).join('\n')}\n`)
  return `# Checks of the pages\n\n| result | check | extent |\n|---|---|---|\n${rows.join('\n')}\n${lists.join('')}`
}

/** Text between more backquotes than it has. */
function inCode(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence} ${text} ${fence}`
}

export const hasFailed = (results: Result[]): boolean => results.some(({ findings }) => findings.length > 0)
