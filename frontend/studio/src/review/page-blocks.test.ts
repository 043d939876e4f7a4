// @vitest-environment jsdom

import { expect, test } from 'vitest'
import { blocksOf, differencesBetween } from './page-blocks.ts'

const blocks = (html: string, files = '') =>
  blocksOf(new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html').body, files)

const differences = (before: string, after: string, files: [before: string, after: string] = ['', '']) =>
  differencesBetween(blocks(before, files[0]), blocks(after, files[1])).map(({ before, after }) => [
    before.map(({ outerHTML }) => outerHTML),
    after.map(({ outerHTML }) => outerHTML),
  ])

test('a block is the outermost element with a text of its own, and a picture', () => {
  const found = blocks('<section><p>One <em>two</em>\n three</p><a><b>Four</b></a> <img src="/a.jpg" alt="A"></section>')
  expect(found.map(({ element, content }) => [element.localName, content])).toEqual([
    ['p', 'One two three'],
    ['b', 'Four'],
    ['img', '/a.jpg A'],
  ])
})

test('styles and templates are no text', () => {
  expect(blocks('<style>p{}</style><template><p>One</p></template>')).toEqual([])
})

test.each([
  ['the same page', '<p>One</p>', '<p>One</p>', []],
  ['other markup around the same text', '<div><p>One</p></div>', '<p>One</p>', []],
  ['a changed text', '<p>One</p><p>Two</p>', '<p>One</p><p>2</p>', [[['<p>Two</p>'], ['<p>2</p>']]]],
  ['an added text', '<p>One</p>', '<p>0</p><p>One</p>', [[[], ['<p>0</p>']]]],
  ['a removed text', '<p>0</p><p>One</p>', '<p>One</p>', [[['<p>0</p>'], []]]],
  [
    'neighbours are one difference, and others are apart',
    '<p>1</p><p>2</p><p>Same</p><p>3</p>',
    '<p>一</p><p>二</p><p>Same</p><p>三</p>',
    [
      [
        ['<p>1</p>', '<p>2</p>'],
        ['<p>一</p>', '<p>二</p>'],
      ],
      [['<p>3</p>'], ['<p>三</p>']],
    ],
  ],
])('%s', (_, before, after, expected) => {
  expect(differences(before, after)).toEqual(expected)
})

test('a picture is the same at the address of either version', () => {
  const picture = (files: string, name: string) => `<img src="${files}/media/${name}" alt="">`
  expect(differences(picture('/live', 'a'), picture('/set', 'a'), ['/live', '/set'])).toEqual([])
  expect(differences(picture('/live', 'a'), picture('/set', 'b'), ['/live', '/set'])).toHaveLength(1)
})
