// A benchmark between sites with different content has no value: a difference must end the run.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { checkOutput, pagesOf } from './compare.mjs'
import { LOCALES } from './corpus.mjs'

const SLUGS = ['a', 'b']
const TEXT = '---\ntitle: A\n---\n\nFirst words of it.\n\n```\nCode words of it.\n```\n\n<p>The very last ones.</p>\n'
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const article = ({
  breadcrumb = 'breadcrumb',
  body = '<p>First words of it.</p><p>The very last ones.</p>',
  related = '<li>1</li>',
} = {}) =>
  `<nav class="${breadcrumb}"></nav><div class="article-body">${body}</div><aside class="related"><ul>${related}</ul></aside>`

/** A corpus of two articles and a site that shows them, except for a test's changes. */
function made(html) {
  for (const slug of SLUGS) for (const locale of LOCALES) write(`corpus/${slug}/${locale}.md`, TEXT)
  for (const locale of LOCALES) {
    for (const path of ['', 'articles/', ...SLUGS.map((slug) => `articles/${slug}/`)])
      write(`out/${locale}/${path}index.html`, html)
  }
  const site = {
    name: 'peer',
    outputFolder: () => join(folder, 'out'),
    articleFile: (slug, locale) => join(folder, 'out', locale, 'articles', slug, 'index.html'),
  }
  return [site, { folder: join(folder, 'corpus'), slugs: SLUGS, isSynthetic: true }]
}

test('a site that shows everything passes; what frameworks add for unknown paths is no page of it', () => {
  const given = made(article())
  write('out/404/index.html', '')
  assert.deepEqual(checkOutput(...given), { files: 9, related: 4 })
})

test('a page too few ends the run', () => {
  const given = made(article())
  rmSync(join(folder, 'out/en/articles/index.html'))
  assert.throws(() => checkOutput(...given), /made 7 pages, and 8 are expected/)
})

test('an article without breadcrumb, without its last words, or without a related article ends the run', () => {
  assert.throws(() => checkOutput(...made(article({ breadcrumb: 'none' }))), /lacks breadcrumb/)
  assert.throws(() => checkOutput(...made(article({ body: '<p>First words of it.</p>' }))), /does not show “The very last ones”/)
  assert.throws(() => checkOutput(...made(article({ related: '' }))), /shows 0 related/)
})

test('ten thousand articles in two languages are 21,002 pages', () => {
  assert.equal(pagesOf(10_000), 21_002)
})
