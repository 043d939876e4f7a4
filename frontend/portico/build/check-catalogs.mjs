// Fails when a catalog is not what extraction would write, or lacks a translation. Changes nothing.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatter } from '@lingui/format-po'

const root = pathToFileURL(`${process.cwd()}/`)
const locales = JSON.parse(readFileSync(new URL('../locales/locales.json', root), 'utf8'))
const catalogs = locales.map(({ code }) => ({
  code,
  path: fileURLToPath(new URL(`../locales/${code}/messages.po`, root)),
}))

const problems = [...staleCatalogs(), ...(await missingTranslations())]
for (const problem of problems) console.error(`error: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)

/** Extraction writes its files in place, so the old ones are put back. */
function staleCatalogs() {
  const before = catalogs.map(({ path }) => readFileSync(path, 'utf8'))
  const { status, stderr } = spawnSync('lingui', ['extract', '--clean'], { cwd: fileURLToPath(root), encoding: 'utf8' })
  const after = catalogs.map(({ path }) => readFileSync(path, 'utf8'))
  for (const [index, { path }] of catalogs.entries()) writeFileSync(path, before[index])
  if (status !== 0) return [`\`lingui extract\` failed: ${stderr.trim()}`]
  return catalogs.flatMap(({ path }, index) =>
    before[index] === after[index] ? [] : [`\`${path}\` is out of date; run \`npm run i18n:extract\` and translate what is new`],
  )
}

async function missingTranslations() {
  const format = formatter()
  const found = []
  for (const { code, path } of catalogs) {
    const messages = await format.parse(readFileSync(path, 'utf8'), { locale: code, sourceLocale: 'en', filename: path })
    for (const { message, translation } of Object.values(messages)) {
      if (!translation) found.push(`\`${path}\`: no translation for \`${message}\``)
    }
  }
  return found
}
