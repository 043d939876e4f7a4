// Fails when a catalog differs from the result of extraction, lacks a translation, or translates a
// word differently from the one beside it. Changes no file. With `--untranslated` missing
// translations are counted, and are no failure: visitors read them in English.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogsIn, extractCommand, messagesIn, untranslated } from './words.ts'

const locales = join(process.cwd(), '../locales')
const mayLack = process.argv.includes('--untranslated')
const catalogs = catalogsIn(locales)

if (mayLack) for (const line of await untranslated(locales)) console.error(`warning: ${line}`)
const problems = [...staleCatalogs(), ...(await wrongTranslations())]
for (const problem of problems) console.error(`error: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)

/** Extraction writes its files in place, so the old ones are put back. */
function staleCatalogs() {
  const before = catalogs.map(({ path }) => readFileSync(path, 'utf8'))
  const { status, stderr } = spawnSync('lingui', ['extract', '--clean'], { encoding: 'utf8' })
  const after = catalogs.map(({ path }) => readFileSync(path, 'utf8'))
  for (const [index, { path }] of catalogs.entries()) writeFileSync(path, before[index])
  if (status !== 0) return [`\`lingui extract\` failed: ${stderr.trim()}`]
  return catalogs.flatMap(({ path }, index) =>
    before[index] === after[index]
      ? []
      : [`\`${path}\` is out of date; run \`${extractCommand(process.cwd())}\` and translate what is new`],
  )
}

/** A page has one translation of a word, whether package or site uses it. */
async function wrongTranslations() {
  const said = new Map()
  const found = []
  for (const { code, path } of catalogs) {
    for (const [id, { message, translation }] of Object.entries(await messagesIn({ code, path }))) {
      if (!translation && !mayLack) found.push(`\`${path}\`: no translation for \`${message}\``)
      const other = said.get(`${code} ${id}`) ?? translation
      if (other !== translation)
        found.push(`\`${path}\`: \`${message}\` is \`${translation}\`, and \`${other}\` in portico.po; say one`)
      said.set(`${code} ${id}`, translation)
    }
  }
  return found
}
