// Tests of the entries that are made from the repository's documents.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import {
  addOriginalIds,
  describe,
  headingsOf,
  inOrder,
  listDocuments,
  makeEntries,
  readVersion,
  rewriteLinks,
  slugOf,
  split,
} from './documents.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')

test('every document of the repository has an entry, and each translation has one', () => {
  const entries = makeEntries(ROOT)
  const names = entries.map(({ slug, language }) => `${slug}.${language}`)
  assert.equal(new Set(names).size, names.length)
  const files = ['docs', 'docs/reference', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md')),
  )
  // And the four at the root.
  assert.equal(entries.length, files.length + 4)
  assert.ok(names.includes('editors.zh-CN') && names.includes('introduction.en') && names.includes('decision-004-hash.en'))
  for (const { slug, text } of entries) {
    assert.match(text, /^title: ".+"\nsummary: ".+"$/m, slug)
    assert.doesNotMatch(text.replace(/`[^`]*`/g, ''), /\]\((?!https?:)[^)]*\.md[)#]/, slug)
  }
})

test('documents are in the order of their sections, and new ones follow', () => {
  const order = inOrder([
    'docs/decisions/002-b.md',
    'docs/new.md',
    'docs/reference/zebra.md',
    'docs/reference/site.md',
    'README.md',
    'docs/editors.md',
  ])
  assert.deepEqual(order, [
    'README.md',
    'docs/new.md',
    'docs/editors.md',
    'docs/reference/site.md',
    'docs/reference/zebra.md',
    'docs/decisions/002-b.md',
  ])
  assert.deepEqual(['docs/reference/site.md', 'CHANGELOG.md'].map(slugOf), ['reference-site', 'changelog'])
  assert.ok(listDocuments(ROOT).every((path) => !path.includes('zh-CN')))
})

test('a document is split into title and text, without a link to itself in another language', () => {
  assert.deepEqual(split('# Commands of `a`\n\n[简体中文](x.zh-CN.md)\n\nText ([简体中文](y.zh-CN.md)).\n', 'x.md'), {
    title: 'Commands of a',
    body: 'Text.',
  })
  assert.throws(() => split('Text\n', 'x.md'), /x\.md does not begin with a heading/)
})

test('a description is the first paragraph, cut after a sentence', () => {
  assert.equal(describe('| a |\n|---|\n\nOne `two`\n[three](x.md):\n\nFour.'), 'One two three.')
  assert.equal(describe(`${'Word '.repeat(30)}end. ${'Word '.repeat(30)}end.`), `${'Word '.repeat(30)}end.`)
  assert.equal(describe('- An item\n  of a list\n- Another'), 'An item of a list')
})

test('headings have the ids of a repository’s page and of the site', () => {
  const headings = headingsOf(
    '## Letters, and `notices`\n\n```sh\n## no\n```\n\n### Letters, and notices\n\n## A–b – c\n\n## Content',
  )
  assert.deepEqual(
    headings.map(({ level, github, id }) => `${level} ${github} ${id}`),
    [
      '2 letters-and-notices letters-and-notices',
      '3 letters-and-notices-1 letters-and-notices-1',
      '2 ab--c ab-c',
      '2 content content-1',
    ],
  )
})

test('a translation has the ids of its original, to which other documents link', () => {
  const translation = '## 甲\n\n```\n## no\n```\n\n### Same\n\n## 乙'
  assert.equal(
    addOriginalIds(translation, '## One\n\n### Same\n\n## Two'),
    '<span id="one"></span>\n\n## 甲\n\n```\n## no\n```\n\n### Same\n\n<span id="two"></span>\n\n## 乙',
  )
})

test('links in texts are rewritten, and code is as it was', () => {
  const follow = (target) => (target === 'gone.md' || target === 'b/c' ? { path: target } : { href: `/${target}` })
  const text =
    '[a `b`\nc](x.md) ![p](y.png) `[a](x.md)` [other](b/c) [gone.md](gone.md) to s3://bucket/x, https://a.example\n\n```\n[a](x.md)\n```'
  const expected =
    '[a `b`\nc](/x.md) ![p](/y.png) `[a](x.md)` other (`b/c`) `gone.md` to `s3://bucket/x`, https://a.example\n\n```\n[a](x.md)\n```'
  assert.equal(rewriteLinks(text, follow), expected)
})

test('files that are no documents are linked in the repository of which the address is known', () => {
  const entries = makeEntries(ROOT, { repository: 'https://forge.example/portico' })
  assert.ok(entries.some(({ text }) => text.includes('](https://forge.example/portico/blob/main/content/README.md)')))
  assert.ok(makeEntries(ROOT).every(({ text }) => !text.includes('forge.example')))
})

test('the version is the workspace’s', () => {
  assert.match(readVersion(ROOT), /^\d+\.\d+\.\d+/)
})
