// The site's own file `tests/pages.json`: how large its pages may be, and which findings are no
// faults.

import { existsSync, readFileSync } from 'node:fs'

/** Most bytes of a first visit to any page, as they are transferred. */
export type Budgets = {
  /** JavaScript that the page has loaded when it reacts to input. */
  scripts: number
  styles: number
  /** The document with its data, scripts, styles, faces and pictures, in a window of 1440 px. */
  page: number
}

/** A finding that is no fault. */
export type Known = { finding: RegExp; reason: string }

export type Settings = { budgets: Budgets; known: Known[] }

const BUDGETS: Budgets = { scripts: 140_000, styles: 25_000, page: 600_000 }

type File = { budgets?: Partial<Budgets>; known?: { finding: string; reason: string }[] }

/** Without the file, the usual ones. */
export function readSettings(path: string): Settings {
  const file = existsSync(path) ? parse(path) : {}
  const known = (file.known ?? []).map(({ finding, reason }): Known => ({ finding: expression(path, finding), reason }))
  return { budgets: { ...BUDGETS, ...file.budgets }, known }
}

function parse(path: string): File {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as File
  } catch (error) {
    throw new Error(`\`${path}\` is no JSON: ${(error as Error).message}`)
  }
}

function expression(path: string, text: string): RegExp {
  try {
    return new RegExp(text, 'u')
  } catch (error) {
    throw new Error(`\`${path}\`: \`finding\` has to be a regular expression: ${(error as Error).message}`)
  }
}
