// Called by scripts/screenshots: pictures of every template and state, in every language, width and
// theme, and contact sheets.

import { mkdirSync } from 'node:fs'
import { matchesGlob, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launch } from '../kit/browser.ts'
import { root, startStack } from '../fixtures/stack.ts'
import { documentsOf, subjectsOf } from '../kit/pages/documents.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { states } from '../pages/states.ts'
import { memberCookies } from '../kit/pages/visit.ts'
import { type Matrix, type Shot, type Studio, type Theme, fileOf, take } from './take.ts'
import { writeSheet } from './sheet.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '*' },
    widths: { type: 'string', default: '390,768,1440,2000' },
    themes: { type: 'string', default: 'light,dark' },
    locales: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
})
const matrix: Matrix = { widths: values.widths.split(',').map(Number), themes: values.themes.split(',') as Theme[] }
for (const width of matrix.widths) if (!Number.isInteger(width) || width < 100) refuse(`--widths needs widths in pixels, as in 390,1440, not ${values.widths}`)
for (const theme of matrix.themes) if (theme !== 'light' && theme !== 'dark') refuse(`--themes knows light and dark, not ${theme}`)
const folder = resolve(positionals[0] ?? `${root}/var/screenshots`)
mkdirSync(folder, { recursive: true })

const stack = await startStack()
const browser = await launch()
try {
  const shots = shotsOf()
  if (shots.length === 0) refuse(`no page is called ${values.pages}`)
  const studio: Studio = { browser, url: stack.url, member: await memberCookies(stack), folder }
  const results = await inParallel(shots, (shot) => take(studio, shot, matrix))
  const taken = new Set(results.flatMap(({ files }) => files))
  for (const locale of new Set(shots.map(({ document }) => document.locale))) {
    for (const width of matrix.widths) {
      for (const theme of matrix.themes) {
        const files = shots.filter(({ document }) => document.locale === locale).map(({ name }) => fileOf(name, locale, width, theme))
        await writeSheet(browser, folder, `${locale}.${width}.${theme}`, files.filter((file) => taken.has(file)))
      }
    }
  }
  for (const problem of results.flatMap(({ problems }) => problems)) {
    console.error(problem)
    process.exitCode = 1
  }
  console.log(`${taken.size} pictures and a contact sheet (sheet.*.png) for each language, width and theme are in ${folder}`)
} finally {
  await browser.close()
  await stack.stop()
}

/** The requested pictures: subjects, each followed by its states. */
function shotsOf(): Shot[] {
  const shots = subjectsOf(documentsOf(stack.builds), values.all).flatMap(({ name, documents }) => {
    const ofRoute = states.filter(({ route }) => route === name)
    return documents.flatMap((document): Shot[] => [{ name, document }, ...ofRoute.map((state) => ({ name: `${name}-${state.name}`, document, state }))])
  })
  const locales = values.locales?.split(',')
  return shots.filter(({ name, document }) => matchesGlob(name, values.pages) && (locales?.includes(document.locale) ?? true))
}

function refuse(message: string): never {
  console.error(message)
  process.exit(64)
}
