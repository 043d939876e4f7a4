// Builds dist/: vike builds browser and worker in one run, then files that neither loads are
// removed.
//
// The removed files are vike's own server and client entries: pages are rendered by the worker and
// hydrated by our own entry. The server entry also holds absolute paths, and dist/ must have the
// same bytes wherever it is built, because its hash is the app id.
//
// The build is written beside dist/, and renamed to dist/ when it is complete: a watching generator
// never publishes half of it.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build } from 'vike/api'
import { describeFonts, makeFiguresScript, makeInlineScript } from './declarations.mjs'
import { firstRules } from './first-screen.ts'
import { catalogsOf, firstVisits, MOST_SCRIPTS } from './first-visit.mjs'
import { describeNewWords, extractWords, untranslated, WORDS_PLUGIN } from './words.ts'

const root = `${process.cwd()}/`
const dist = join(root, '.dist-next')
process.env.NODE_ENV = 'production'
/** Between two checks whether the parent has ended, in milliseconds. */
const LOOK = 500
const CLIENT_ENTRY = 'site/pages/+client.tsx'

// The build tool reports its failures, but exits with 0 all the same: a build counts as failed
// until it is complete.
process.exitCode = 1
endWithParent()
rmSync(dist, { recursive: true, force: true })
const words = await extractWords(root)
await build({ viteConfig: { root, build: { outDir: dist }, plugins: [{ name: WORDS_PLUGIN, api: { words } }] } })
pruneServer()
pruneClient()
declareFonts()
declareFirstScreens()
writeFileSync(join(dist, 'inline.js'), await makeInlineScript(root))
writeFileSync(join(dist, 'figures.js'), await makeFiguresScript(root))
const tooMany = loadsTooManyScripts()
takeName()
for (const line of [...(await describeNewWords(root, words)), ...(await untranslated(join(root, '../locales')))])
  console.error(`warning: ${line}`)
process.exitCode = tooMany ? 1 : 0

/**
 * Ends this process when its reader or its parent has ended: a build without a reader never ends by
 * itself.
 */
function endWithParent() {
  const parent = process.ppid
  const end = () => process.kill(process.pid, 'SIGKILL')
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end)
  setInterval(() => process.ppid === parent || end(), LOOK).unref()
}

/** Keeps the imports of dist/server/worker.mjs, direct and indirect. */
function pruneServer() {
  const folder = join(dist, 'server')
  const kept = new Set()
  const follow = (file) => {
    if (kept.has(file)) return
    kept.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.\.?\/[^"']+)["']/g)) {
      follow(resolve(file, '..', path))
    }
  }
  follow(join(folder, 'worker.mjs'))
  kept.add(join(folder, 'package.json'))
  removeOthers(folder, kept)
}

/**
 * Keeps the files that our client entry loads, at once or later; the manifest shrinks accordingly.
 */
function pruneClient() {
  const manifestPath = join(dist, 'assets.json')
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const kept = {}
  const follow = (key) => {
    if (key in kept) return
    kept[key] = manifest[key]
    for (const next of [...(manifest[key].imports ?? []), ...(manifest[key].dynamicImports ?? [])]) follow(next)
  }
  follow(CLIENT_ENTRY)
  // The one style sheet belongs to no chunk: every document loads it with the entry.
  kept[CLIENT_ENTRY].css = [manifest['style.css'].file]
  const files = Object.values(kept).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  removeOthers(join(dist, 'client'), new Set(files.map((file) => join(dist, 'client', file))))
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(manifestPath, `${JSON.stringify(sorted, null, 1)}\n`)
}

/** Declares the site's fonts, if it has faces. */
function declareFonts() {
  const fonts = describeFonts(root)
  if (fonts !== undefined) writeFileSync(join(dist, 'fonts.json'), fonts)
}

/**
 * Input of the generator's documents: the rules of the style sheet, and the elements of each.
 */
function declareFirstScreens() {
  const manifest = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8'))
  const families = existsSync(join(root, 'fonts.json'))
    ? JSON.parse(readFileSync(join(root, 'fonts.json'), 'utf8')).faces.map(({ family }) => family)
    : []
  const sheets = manifest[CLIENT_ENTRY].css.map((file) => readFileSync(join(dist, 'client', file), 'utf8'))
  const rules = firstRules(sheets.join(''), families)
  writeFileSync(join(dist, 'first-screen.json'), `${JSON.stringify({ rules })}\n`)
}

/**
 * Whether a document would load too many scripts: the groups of chunk-groups.ts no longer fit the
 * routes.
 */
function loadsTooManyScripts() {
  const manifest = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8'))
  const [catalog] = catalogsOf(manifest)
  let found = false
  for (const { route, keys } of firstVisits(manifest, catalog)) {
    if (keys.size <= MOST_SCRIPTS) continue
    console.error(
      `error: a first visit of \`${route}\` loads ${keys.size} scripts, at most ${MOST_SCRIPTS} are wanted; see portico/build/chunk-groups.ts`,
    )
    found = true
  }
  return found
}

/** Replaces the existing dist/ by the new one. */
function takeName() {
  const [name, old] = [join(root, 'dist'), join(root, '.dist-old')]
  rmSync(old, { recursive: true, force: true })
  if (existsSync(name)) renameSync(name, old)
  renameSync(dist, name)
  rmSync(old, { recursive: true, force: true })
}

function removeOthers(folder, kept) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !kept.has(path)) rmSync(path)
  }
  console.log(`${relative(root, folder)}: ${kept.size} files`)
}
