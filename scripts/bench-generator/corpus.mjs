// The articles that every site of a run is built from: <folder>/<slug>/<locale>.md, and images
// beside them.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const LOCALES = ['zh-CN', 'en']

/** Front matter that a site of the benchmark knows. */
const KNOWN = ['title', 'summary', 'date', 'tags', 'author', 'category']
/** Fields that the sample site's news need and a corpus need not have. */
const DEFAULTS = { summary: '"…"', author: 'Corpus', category: 'research' }

/** Copies the corpus into `folder`. */
export function makeCorpus(folder, { articles, corpus }) {
  mkdirSync(folder)
  if (corpus === undefined) writeSynthetic(folder, articles)
  else take(resolve(corpus), folder)
  const slugs = readdirSync(folder).sort()
  const bytes = slugs.reduce(
    (sum, slug) => sum + LOCALES.reduce((own, locale) => own + statSync(join(folder, slug, `${locale}.md`)).size, 0),
    0,
  )
  return { folder, slugs, bytes, images: imagesOf(folder, slugs), isSynthetic: corpus === undefined }
}

/** Files beside the texts: every site publishes them at /media/articles/<slug>/<name>. */
function imagesOf(folder, slugs) {
  return slugs.flatMap((slug) =>
    readdirSync(join(folder, slug))
      .filter((name) => !name.endsWith('.md'))
      .map((name) => ({ slug, name })),
  )
}

function writeSynthetic(folder, articles) {
  const script = join(import.meta.dirname, '../make-corpus.mjs')
  execFileSync(process.execPath, [script, '--out', folder, '--articles', String(articles)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * Copies the articles that exist in both languages. Portico refuses content that would not work for
 * the reader: images of other sites, links and anchors without a target. So that all sites build
 * the same, these become text before any build.
 */
function take(source, folder) {
  let left = 0
  for (const slug of readdirSync(source).sort()) {
    const files = LOCALES.map((locale) => join(source, slug, `${locale}.md`))
    if (!files.every((file) => existsSync(file))) {
      left += 1
      continue
    }
    mkdirSync(join(folder, slug))
    for (const file of files) writeFileSync(join(folder, slug, basename(file)), mended(readFileSync(file, 'utf8'), file))
  }
  if (left > 0) console.error(`${left} folders of \`${source}\` do not have both ${LOCALES.join('.md and ')}.md and are left out`)
}

function mended(text, file) {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text)
  if (parts === null) throw new Error(`\`${file}\` has no front matter`)
  const [, front, body] = parts
  return `---\n${knownFields(front, file)}\n---\n${withoutDeadEnds(body)}`
}

/** The known fields as they are written, and defaults for the others. */
function knownFields(front, file) {
  const fields = front.split(/^(?=[A-Za-z_][\w-]*:)/m).map((field) => [field.slice(0, field.indexOf(':')), field.trimEnd()])
  const kept = new Map(fields.filter(([name]) => KNOWN.includes(name)))
  for (const name of ['title', 'date']) if (!kept.has(name)) throw new Error(`\`${file}\`: the front matter has no \`${name}\``)
  for (const [name, value] of Object.entries(DEFAULTS)) if (!kept.has(name)) kept.set(name, `${name}: ${value}`)
  return [...kept.values()].join('\n')
}

const isElsewhere = (address) => /^(https?:|mailto:)/.test(address)

function withoutDeadEnds(body) {
  return body
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, (_, alt) => alt)
    .replaceAll(/<img\b[^>]*>/gi, '')
    .replaceAll(/(?<!!)\[([^\]]*)\]\(([^()\s]*(?:\([^()]*\)[^()\s]*)*)[^)]*\)/g, (link, words, address) =>
      isElsewhere(address) ? link : words,
    )
    .replaceAll(/<a\b[^>]*\bhref=(?!["']?(?:https?:|mailto:))[^>]*>/gi, '<a>')
}
