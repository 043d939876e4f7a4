// Writes densities.json: names that are riddles, and areas and files above the limit, which may not
// grow.

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { excess, total } from './densities.mjs'
import { riddles } from './names.mjs'
import { byArea, prose } from './prose.mjs'
import { CRATES, sources } from './source.mjs'

const root = resolve(import.meta.dirname, '../..')
const files = prose(root)
const above = (counted) => Object.fromEntries(excess(counted).map((group) => [group, counted[group]]))
const areas = Object.entries(byArea(files))
  .map(([area, of]) => [area, above(total(of))])
  .filter(([, groups]) => Object.keys(groups).length > 0)
const names = CRATES.map((crate) => [crate, sources(root, crate).flatMap(({ text }) => riddles(text)).length])
const record = {
  names: Object.fromEntries(names),
  areas: Object.fromEntries(areas.toSorted()),
  files: files.filter((file) => excess(file).length > 0).map(({ path }) => path).toSorted(),
}
writeFileSync(join(import.meta.dirname, 'densities.json'), `${JSON.stringify(record, null, 1)}\n`)
