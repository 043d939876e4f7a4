// Fails when a catalog is not what extraction would write, lacks a translation, or says a word
// otherwise than the one beside it. Changes nothing. With `--untranslated` what is not translated
// is counted, and no failure: visitors read it in English.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatter } from '@lingui/format-po'

const root = pathToFileURL(`${process.cwd()}/`)
const locales = JSON.parse(readFileSync(new URL('../locales/locales.json', root), 'utf8'))
const mayLack = process.argv.includes('--untranslated')
// A site has the catalogs of the parts that it has.
const catalogs = locales
  .flatMap(({ code }) =>
    ['portico', 'forms', 'search', 'chat', 'site'].map((name) => ({
      code,
      path: fileURLToPath(new URL(`../locales/${code}/${name}.po`, root)),
    })),
  )
  .filter(({ path }) => existsSync(path))

const problems = [...staleCatalogs(), ...(await wrongTranslations())]
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

/** A page has one translation of a word, whoever says it: package or site. */
async function wrongTranslations() {
  const format = formatter()
  const said = new Map()
  const found = []
  const lacking = new Map()
  for (const { code, path } of catalogs) {
    const messages = await format.parse(readFileSync(path, 'utf8'), { locale: code, sourceLocale: 'en', filename: path })
    for (const [id, { message, translation }] of Object.entries(messages)) {
      if (!translation && mayLack) lacking.set(code, (lacking.get(code) ?? 0) + 1)
      else if (!translation) found.push(`\`${path}\`: no translation for \`${message}\``)
      const other = said.get(`${code} ${id}`) ?? translation
      if (other !== translation)
        found.push(`\`${path}\`: \`${message}\` is \`${translation}\`, and \`${other}\` in portico.po; say one`)
      said.set(`${code} ${id}`, translation)
    }
  }
  for (const [code, count] of lacking) {
    console.error(
      `warning: ${count} messages are not translated into \`${code}\`; visitors read them in English (locales/${code}/*.po)`,
    )
  }
  return found
}
