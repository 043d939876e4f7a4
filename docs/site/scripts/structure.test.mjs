// Tests of the comparison of documents with their versions in other languages.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { TRANSLATION } from './documents.mjs'
import { compareCode, differences, separateCode } from './structure.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'structure-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('each version in another language has all parts of its original', () => {
  const translations = ['docs', 'docs/reference']
    .flatMap((name) => readdirSync(join(ROOT, name)).map((file) => `${name}/${file}`))
    .filter((path) => TRANSLATION.test(path))
  assert.ok(translations.includes('docs/editors.zh-CN.md'))
  assert.deepEqual(
    translations.flatMap((path) => differences(ROOT, path)),
    [],
  )
})

const ORIGINAL =
  '# A\n\n[简体中文](a.zh-CN.md)\n\n## B\n\nSee [x](b.md#two) and [y](#b).\n\n| a | b |\n|---|---|\n| 1 | `x|y` |\n\n```sh\nrun x  # does it\n```\n'
const CHINESE =
  '# 甲\n\n[English](a.md)\n\n## 乙\n\n见[壹](b.zh-CN.md#二)和[贰](#乙)。\n\n| 甲 | 乙 |\n|---|---|\n| 1 | `x|y` |\n\n```sh\nrun x  # 运行\n```\n'

/** Differences of a translation with `from` replaced. */
function compare(from, to) {
  mkdirSync(join(folder, 'docs'), { recursive: true })
  const files = {
    a: ORIGINAL,
    'a.zh-CN': CHINESE.replace(from, to),
    b: '# B\n\n## One\n\n## Two\n',
    'b.zh-CN': '# B\n\n## 一\n\n## 二\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `docs/${name}.md`), text)
  return differences(folder, 'docs/a.zh-CN.md')
}

test('a missing heading, row, block or link is a difference', () => {
  assert.deepEqual(compare('', ''), [])
  for (const [from, to, expected] of [
    ['## 乙', '### 乙', /headings: 1 in the original, 1 here; missing: level 2; additional: level 3/],
    ['| 1 | `x|y` |\n', '', /tables: .*missing: 1 rows of 2; additional: 0 rows of 2/],
    ['run x  # 运行', 'run y  # 运行', /code block 1: `run y {2}# 运行` \(original: `run x {2}# does it`\)/],
    ['```sh\nrun x  # 运行\n```', '', /code blocks: 1 in the original, 0 here/],
    ['[贰](#乙)', '贰', /links: 2 in the original, 1 here; missing: docs\/a\.md, heading 1/],
    ['b.zh-CN.md#二', 'b.zh-CN.md#一', /missing: docs\/b\.md, heading 2; additional: docs\/b\.md, heading 1/],
    ['b.zh-CN.md#二', 'b.zh-CN.md#三', /heading #三, which does not exist/],
    ['b.zh-CN.md#二', 'b.md#two', /the link b\.md#two has a version in the document's language/],
  ])
    assert.match(compare(from, to)[0] ?? 'no difference', expected)
})

test('code is equal but for comments, and a program’s output may be translated', () => {
  const { prose, code } = separateCode(
    'Text\n    of a paragraph\n\n    run  # x\n\n    run y\n\n1. Item:\n\n       z\n\n```\nout\n```',
  )
  assert.equal(prose.match(/paragraph|Item/g)?.length, 2)
  assert.deepEqual(
    code.map(({ lines }) => lines),
    [['run  # x', 'run y'], ['z'], ['out']],
  )
  const isEqual = (a, b, info = '') => compareCode([{ info, lines: [a] }], [{ info, lines: [b] }]).length === 0
  assert.ok(isEqual('published 1 page', '已发布 1 个页面'))
  assert.ok(!isEqual('published 1 page', '已发布 1 个页面', 'sh'))
  assert.ok(!isEqual('run  # x', '运行  # 甲'))
  assert.ok(!isEqual('run x', 'run y'))
})
