import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'
import { fieldsOf, titleOf } from './file-parts.ts'

const BASE = `---
title: "Old: a title"
# A note.
tags:
  - ports
  - software
summary: >
  Folded
  text.
---

One paragraph of text.

Two stays.

Three goes away.
`

test('fields and paragraphs that differ, and no others', () => {
  const after = BASE.replace('Old', 'New').replace('One', 'First').replace('\nThree goes away.\n', '\n四是新的。\n')
  expect(differenceOf('news/a/en.md', BASE, after).map(({ field, kind }) => [field, kind])).toEqual([
    ['title', 'changed'],
    [null, 'changed'],
    [null, 'removed'],
    [null, 'added'],
  ])
})

test('a new paragraph before a changed one is no change of it', () => {
  const after = BASE.replace('One paragraph', 'Quite other words.\n\nOne short paragraph')
  expect(differenceOf('a/a/en.md', BASE, after).map(({ kind }) => kind)).toEqual(['added', 'changed'])
})

test('a new file is all added, a removed one all removed', () => {
  expect(new Set(differenceOf('a/a/en.md', null, BASE).map(({ kind }) => kind))).toEqual(new Set(['added']))
  expect(new Set(differenceOf('a/a/en.md', BASE, null).map(({ kind }) => kind))).toEqual(new Set(['removed']))
})

test('values in words', () => {
  expect(Object.fromEntries(fieldsOf(BASE.slice(4, BASE.indexOf('\n---\n\n'))))).toEqual({
    title: 'Old: a title',
    tags: '• ports\n• software',
    summary: 'Folded\ntext.',
  })
})

test('a list on one line is shown without its brackets', () => {
  expect(fieldsOf('tags: [ports, 上海]').get('tags')).toBe('ports, 上海')
})

test.each([
  ['news/a/en.md', BASE, 'Old: a title'],
  ['people/ann.yaml', 'name:\n  en: Ann\n  zh-CN: 安\n', '安'],
  ['people/ann.yaml', 'name: { en: Ann }', '{ en: Ann }'],
  ['news/a/en.md', null, 'a'],
  ['people/ann.yaml', '', 'ann'],
  ['site.yaml', '', 'site'],
])('title of %s', (path, text, expected) => {
  expect(titleOf(path, text, 'zh-CN')).toBe(expected)
})
