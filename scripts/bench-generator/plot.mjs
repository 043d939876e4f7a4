// The scale's figures as a drawing: cost per page on the left, memory on the right, both over the
// number of articles.

const PANEL = { width: 400, height: 260, left: 64, right: 24, top: 44, bottom: 48 }
const BLUE = '#1677ff'
const INK = '#0e1a2b'

/** An SVG of `points` over a growing number of articles. */
export function plotScale(points) {
  const perPage = points.map(({ articles, pages, clean }) => [articles, (clean.cpu / pages) * 1e6])
  const memory = points.map(({ articles, clean }) => [articles, clean.peak / 1e6])
  const parts = [
    panel('CPU per page of a clean build, µs', perPage, 0),
    panel('Peak memory of all processes, MB', memory, PANEL.width),
  ]
  const size = `width="${2 * PANEL.width}" height="${PANEL.height}" viewBox="0 0 ${2 * PANEL.width} ${PANEL.height}"`
  const style = `font-family="system-ui, sans-serif" font-size="12" fill="${INK}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>\n<rect width="100%" height="100%" fill="#fbfaf7"/>\n${parts.join('\n')}\n</svg>\n`
}

/** One line over a logarithmic axis of articles; the other axis starts at zero. */
function panel(title, values, offset) {
  const { width, height, left, right, top, bottom } = PANEL
  const logs = values.map(([articles]) => Math.log10(articles))
  const [first, last] = [Math.min(...logs), Math.max(...logs)]
  const ceiling = niceAbove(Math.max(...values.map(([, value]) => value)))
  const x = (log) => left + ((width - left - right) * (log - first)) / Math.max(last - first, 1e-9)
  const y = (value) => height - bottom - ((height - top - bottom) * value) / ceiling
  const dots = values.map(([articles, value], index) => {
    const [cx, cy] = [x(logs[index]), y(value)].map((at) => at.toFixed(1))
    return [
      `<circle cx="${cx}" cy="${cy}" r="4" fill="${BLUE}"/>`,
      `<text x="${cx}" y="${Number(cy) - 10}" text-anchor="middle">${Math.round(value)}</text>`,
      `<text x="${cx}" y="${height - bottom + 20}" text-anchor="middle">${articles.toLocaleString('en')}</text>`,
    ].join('')
  })
  const line = values.map(([, value], index) => `${x(logs[index]).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const axis = [0, ceiling].map((value) => `<text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`)
  return [
    `<g transform="translate(${offset} 0)">`,
    `<text x="${left}" y="20" font-weight="600">${title}</text>`,
    `<path d="M${left} ${top}V${height - bottom}H${width - right}" fill="none" stroke="${INK}" stroke-opacity="0.4"/>`,
    ...axis,
    `<polyline points="${line}" fill="none" stroke="${BLUE}" stroke-width="2"/>`,
    ...dots,
    `<text x="${width - right}" y="${height - 8}" text-anchor="end">articles, each in two languages</text>`,
    '</g>',
  ].join('\n')
}

/** The next 1, 2 or 5 times a power of ten. */
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= value)
}
