// The site that both servers serve: really built by the generator, with all its compressed files,
// and the requested paths.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, makeCorpus } from '../bench-generator/corpus.mjs'
import { Portico } from '../bench-generator/sites/portico.mjs'

/** Bytes of a compressed document on a real site of this kind. */
const DOCUMENT = 5000
/** nginx keeps up to three files open for each path, and a process may have 20,000. */
const ARTICLES_MAX = 1000
const PREFIX = { 'zh-CN': '', en: '/en' }

/** Builds the bench site in `folder`, unless it exists, and returns its folder. */
export async function buildSite(folder, articles, sidecars = 'before') {
  if (!existsSync(join(folder, 'site/builds/latest.json'))) await build(folder, articles, sidecars)
  const builds = join(folder, 'site/builds')
  const { id } = JSON.parse(readFileSync(join(builds, 'latest.json'), 'utf8'))
  const slugs = readdirSync(join(builds, id, 'articles')).filter((name) => name.startsWith('article-'))
  return { builds, id, folder: join(builds, id), slugs }
}

async function build(folder, articles, sidecars) {
  mkdirSync(folder, { recursive: true })
  const corpus = makeCorpus(join(folder, 'corpus'), { articles })
  const portico = new Portico('bench')
  portico.install()
  portico.prepare(join(folder, 'site'), corpus)
  await portico.clean()
  console.error(`building the site of ${articles} articles`)
  const [program, ...options] = portico.command().argv
  options[options.indexOf('--sidecars') + 1] = sidecars
  execFileSync(program, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  portico.stop()
}

/**
 * A third of the articles, those with documents nearest to a real site's; their payloads; all
 * client assets.
 */
export function pathsOf(site) {
  const page = (slug, locale) => `${PREFIX[locale]}/articles/${slug}`
  const size = (path) => statSync(join(site.folder, path, 'index.html.br')).size
  const distance = (slug) => LOCALES.reduce((sum, locale) => sum + Math.abs(size(page(slug, locale)) - DOCUMENT), 0)
  const far = new Map(site.slugs.map((slug) => [slug, distance(slug)]))
  const near = site.slugs.toSorted((a, b) => far.get(a) - far.get(b)).slice(0, Math.min(ARTICLES_MAX, Math.ceil(site.slugs.length / 3)))
  const pages = near.flatMap((slug) => LOCALES.map((locale) => page(slug, locale)))
  return { pages, payloads: pages.map((path) => `${path}/_payload.json`), assets: assetsOf(site) }
}

/** Without the dictionary and the rules, for which nginx would need additional headers. */
function assetsOf({ builds }) {
  const folder = join(builds, 'assets')
  const names = readdirSync(folder, { recursive: true }).sort()
  return names
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.(br|gz|zst|dict|rules)$/.test(name))
    .map((name) => `/assets/${name}`)
}

/** `4,000 documents of 19.8 KB (br 5.0 KB)…` */
export function describe(site, { pages, payloads, assets }) {
  const mean = (files) => files.reduce((sum, file) => sum + statSync(file).size, 0) / files.length / 1000
  const kind = (name, files) => `${files.length} ${name} of ${mean(files).toFixed(1)} KB`
  const compressed = (files) => mean(files.map((file) => `${file}.br`)).toFixed(1)
  const documents = pages.map((path) => join(site.folder, path, 'index.html'))
  const data = payloads.map((path) => join(site.folder, path))
  return `${kind('documents', documents)} (brotli ${compressed(documents)}), ${kind('payloads', data)} (${compressed(data)}), ${kind(
    'assets',
    assets.map((path) => join(site.builds, path)),
  )}`
}
