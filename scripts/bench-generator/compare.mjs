// Whether all sites build the same: the same number of pages, and on each article's page its text,
// its breadcrumb and five related articles.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from './corpus.mjs'

const PAGE_SIZE = 20
const RELATED = 5
/**
 * Articles with pages that are read, evenly spread: reading all of a large site takes longer than
 * building it.
 */
const READ = 1000
/** Pages that frameworks add by themselves. */
const NOT_FOUND = /^(404|_not-found)(\/|$)/

/** Home, lists and articles in both languages. */
export function pagesOf(articles) {
  return LOCALES.length * (1 + Math.max(1, Math.ceil(articles / PAGE_SIZE)) + articles)
}

/**
 * Throws when the output of `site` is not the bench site's. Returns the number of files, and of
 * bytes.
 */
export function checkOutput(site, corpus) {
  const folder = site.outputFolder()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const pages = files.filter(
    ({ name, parentPath }) => name === 'index.html' && !NOT_FOUND.test(parentPath.slice(folder.length + 1)),
  )
  const expected = pagesOf(corpus.slugs.length)
  if (pages.length !== expected) throw new Error(`${site.name} made ${pages.length} pages, and ${expected} are expected`)
  let related = 0
  const step = Math.ceil(corpus.slugs.length / READ)
  const read = corpus.slugs.filter((_, index) => index % step === 0)
  for (const slug of read) for (const locale of LOCALES) related += checkArticle(site, corpus, slug, locale)
  return { files: files.length, related }
}

function checkArticle(site, corpus, slug, locale) {
  const file = site.articleFile(slug, locale)
  const html = readFileSync(file, 'utf8')
  const [start, body, aside, end] = ['class="breadcrumb"', 'class="article-body"', 'class="related"', '</aside>'].map((mark) =>
    html.indexOf(mark),
  )
  if (start < 0 || body < start || aside < body || end < aside)
    throw new Error(`\`${file}\` lacks breadcrumb, body or related articles`)
  const shown = html.slice(body, aside)
  for (const words of landmarks(readFileSync(join(corpus.folder, slug, `${locale}.md`), 'utf8'))) {
    if (!shown.includes(words)) throw new Error(`\`${file}\` does not show “${words}”`)
  }
  const count = html.slice(aside, end).split('<li').length - 1
  if (corpus.isSynthetic && count !== Math.min(RELATED, corpus.slugs.length - 1))
    throw new Error(`\`${file}\` shows ${count} related articles`)
  return count
}

/**
 * The first and the last plain words of a text: the text between two marks, so that no Markdown
 * renders it in another way.
 */
function landmarks(markdown) {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/^```[\s\S]*?^```/gm, '')
  const found = body.match(/(?<=^|[>.。])[A-Z][a-z]+(?: [a-z]+){2,}|\p{Script=Han}{6,}/gmu) ?? []
  return found.length === 0 ? [] : [found[0], found.at(-1)]
}
