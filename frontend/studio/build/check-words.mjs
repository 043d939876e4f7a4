// Fails when a catalog of the studio differs from the result of extraction, or lacks a translation.
// Changes no file.

import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { formatter } from '@lingui/format-po'

const folder = join(import.meta.dirname, '../words')
const files = globSync('*.po', { cwd: folder }).map((name) => join(folder, name))
const before = files.map((path) => readFileSync(path, 'utf8'))
const { status, stderr } = spawnSync('npm', ['run', '-s', 'studio:words'], { encoding: 'utf8' })
const after = files.map((path) => readFileSync(path, 'utf8'))
for (const [index, path] of files.entries()) writeFileSync(path, before[index])

const problems = status === 0 ? [] : [`the words of the studio cannot be read: ${stderr.trim()}`]
for (const [index, path] of files.entries()) {
  if (before[index] !== after[index])
    problems.push(`\`${path}\` is out of date; run \`npm run studio:words\` and translate what is new`)
  const locale = basename(path, '.po')
  const read = await formatter().parse(after[index], { locale, sourceLocale: 'en', filename: path })
  for (const { message, translation } of Object.values(read)) {
    if (!translation) problems.push(`\`${path}\`: no translation for \`${message}\``)
  }
}
for (const problem of problems) console.error(`error: ${problem}`)
process.exit(problems.length === 0 ? 0 : 1)
