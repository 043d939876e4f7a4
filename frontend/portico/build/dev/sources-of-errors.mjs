// Errors of modules and pages as problems with a place in the sources: one for each cause.

import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { placeIn, placeOfStack } from './frames.mjs'

/** A module that cannot be made, as Vite reports it. */
export function describeModuleError(error, site) {
  const { loc, id, stack = '' } = error
  const lines = stripVTControlCharacters(String(error.message ?? error)).split('\n')
  // The first line of a parser's message only counts its errors.
  const message = lines.find((line) => line.trim() !== '' && !/^(Transform|Build) failed/.test(line)) ?? lines[0]
  const path = (loc?.file ?? id)?.split('?')[0]
  const [line, column] = loc === undefined ? placeInMessage(lines) : [loc.line, loc.column + 1]
  const place = path === undefined ? placeOfStack(stack, site) : placeIn(site, path, line, column)
  return { severity: 'error', place, message: message.replace(/^\[[A-Z_]+\] /, '') }
}

/** Line and column in a parser's message, which draws a frame: `[ site/routes/home.tsx:3:14 ]`. */
function placeInMessage(lines) {
  const [, line, column] = /\[ .*:(\d+):(\d+) \]/.exec(lines.join('\n')) ?? []
  return line === undefined ? [] : [Number(line), Number(column)]
}

/** Problems that the generator reports, as JSON. Pages that fail for one cause are one problem. */
export function describePages(reported, site) {
  const causes = new Map()
  for (const each of reported) {
    const problem = each.path === undefined ? describeContent(each, site) : describePage(each, site)
    const key = JSON.stringify([problem.place, problem.message])
    causes.set(key, { problem, pages: [...(causes.get(key)?.pages ?? []), each.path].filter(Boolean) })
  }
  return [...causes.values()].map(({ problem, pages }) => ({ ...problem, message: problem.message + describeCount(pages) }))
}

function describeContent({ severity = 'error', file, line, column, reason, remedy }, site) {
  const place = file === undefined ? undefined : placeIn(site, join(site, file), line, column)
  return { severity, place, message: remedy === undefined ? reason : `${reason}; ${remedy}` }
}

function describePage({ reason }, site) {
  return { severity: 'error', place: placeOfStack(reason, site), message: reason.split('\n')[0] }
}

/** The pages that fail, in a few words. */
function describeCount([page, ...others]) {
  if (page === undefined) return ''
  return others.length === 0 ? ` (page ${page})` : ` (page ${page}, and ${others.length} more)`
}
