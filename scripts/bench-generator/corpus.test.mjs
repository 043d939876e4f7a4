// A folder of any articles becomes one that every site builds.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { LOCALES, makeCorpus } from './corpus.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A corpus that was given one article with this text, and the article as it took it. */
function taken(text, locales = LOCALES) {
  mkdirSync(join(folder, 'given/one'), { recursive: true })
  for (const locale of locales) writeFileSync(join(folder, 'given/one', `${locale}.md`), text)
  const corpus = makeCorpus(join(folder, 'corpus'), { corpus: join(folder, 'given') })
  return { corpus, text: () => readFileSync(join(folder, 'corpus/one/en.md'), 'utf8') }
}

test('known fields stay as they are written, others go, and what the sample site needs is added', () => {
  const { text } = taken('---\ntitle: "A: b"\nlayout: post\ndate: 2020-01-02\ntags:\n  - x\n  - y\n---\nBody.\n')
  const expected =
    '---\ntitle: "A: b"\ndate: 2020-01-02\ntags:\n  - x\n  - y\nsummary: "…"\nauthor: Corpus\ncategory: research\n---\nBody.\n'
  assert.equal(text(), expected)
})

test('images, links and anchors that lead nowhere become text; links to other sites stay', () => {
  const body = [
    '![a figure](https://img.example/a.png) <img src="b.png" alt="b">',
    '[out](https://docs.example/a_(b)#c) [other page](../other.md) [below](#below) [![badge](b.svg)](/x)',
    '<a href="https://docs.example">out</a> <a class="x" href="/y">in</a>',
  ].join('\n')
  const expected = [
    'a figure ',
    '[out](https://docs.example/a_(b)#c) other page below badge',
    '<a href="https://docs.example">out</a> <a>in</a>',
  ].join('\n')
  assert.equal(taken(`---\ntitle: A\ndate: 2020-01-02\n---\n${body}`).text().split('---\n').at(-1), expected)
})

test('an article in one language is left out', () => {
  assert.deepEqual(taken('---\ntitle: A\ndate: 2020-01-02\n---\n', ['en']).corpus.slugs, [])
})

test('an article without a date is named', () => {
  assert.throws(() => taken('---\ntitle: A\n---\n'), /one\/zh-CN\.md`: the front matter has no `date`/)
})
