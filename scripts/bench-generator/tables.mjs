// Results as Markdown tables.

import { median, table } from '../bench-shared/figures.mjs'

const seconds = (value) => value.toFixed(2)
const megabytes = (bytes) => String(Math.round(bytes / 1e6))

/**
 * Clean builds: medians, the spread if there is more than one, and Portico's share of each site's
 * wall time.
 */
export function buildTable(results) {
  const [own] = [...results.values()].map(wallOf)
  const rows = [...results].map(([site, result]) => {
    const wall = wallOf(result)
    const cpu = median(result.builds.map((build) => build.cpu))
    const share = wall === own ? '' : (own / wall).toFixed(2)
    return [
      site.label,
      result.pages,
      seconds(wall),
      spread(result),
      seconds(cpu),
      Math.round(result.pages / wall),
      megabytes(result.peak),
      share,
    ]
  })
  return table(
    ['clean build', 'pages', 'wall s', 'from … to', 'CPU s', 'pages/s', 'peak memory MB', 'Portico’s share of its wall'],
    rows,
  )
}

function wallOf({ builds }) {
  return median(builds.map(({ wall }) => wall))
}

function spread({ builds }) {
  const walls = builds.map(({ wall }) => wall)
  return builds.length === 1 ? 'one build' : `${seconds(Math.min(...walls))} … ${seconds(Math.max(...walls))}`
}

/** Builds over an earlier one. */
export function stepTable(steps) {
  const rows = steps.map(({ site, name, wall, cpu, clean, report }) => [
    site.label,
    name,
    seconds(wall),
    seconds(cpu),
    (wall / clean).toFixed(2),
    report === undefined ? '' : `${report.rendered} of ${report.pages}`,
    report === undefined ? '' : `${report.filesWritten}, ${report.shards[0]} of ${report.shards[1]} shards`,
  ])
  return table(['next build', 'what changed', 'wall s', 'CPU s', 'of its clean build', 'pages rendered', 'files written'], rows)
}
