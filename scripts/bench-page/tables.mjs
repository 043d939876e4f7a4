// The printed tables.

import { median, table } from '../bench-shared/figures.mjs'

/** Medians of a page's visits. */
export function medians(visits) {
  const of = (read) => median(visits.map(read))
  const figures = Object.keys(visits[0]).filter((key) => typeof visits[0][key] === 'number')
  return {
    scores: visits[0].scores.map((_, at) => of(({ scores }) => scores[at])),
    failed: [...new Set(visits.flatMap(({ failed }) => failed))],
    ...Object.fromEntries(figures.map((figure) => [figure, of((visit) => visit[figure])])),
  }
}

/** A row for each page and language. Bytes are those of the wire, heads of answers included. */
export function pageTable(rows) {
  const head = ['page', 'scores', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'document', 'styles', 'scripts', 'faces', 'requests', 'failed']
  const cells = rows.map(({ page, scores, failed, ...row }) => [
    `${page.name} ${page.locale}`,
    scores.join('/'),
    ...[row.fcp, row.lcp, row.tbt].map((ms) => ms.toFixed(0)),
    row.cls.toFixed(3),
    ...[row.document, row.styles, row.scripts, row.faces].map((bytes) => (bytes / 1024).toFixed(1)),
    row.requests,
    failed.join(', '),
  ])
  return table(head, cells)
}

/** The worst of each figure, and the median document. */
export function worst(rows) {
  const most = (figure) => Math.max(...rows.map((row) => row[figure]))
  const least = rows[0].scores.map((_, at) => Math.min(...rows.map(({ scores }) => scores[at])))
  const document = median(rows.map((row) => row.document)) / 1024
  return [
    `lowest scores ${least.join('/')}`,
    `LCP at most ${most('lcp').toFixed(0)} ms, TBT ${most('tbt').toFixed(0)} ms, CLS ${most('cls').toFixed(3)}`,
    `documents ${document.toFixed(1)} KiB in the median`,
    `at most ${most('requests')} requests`,
  ].join('; ')
}
