// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import { alignTexts } from './align.ts'
import type { Place } from './api.ts'

const [A, B, C, END] = ['\u{f0000}', '\u{f0001}', '\u{f0002}', '\u{100000}']

const parse = (html: string) =>
  new DOMParser().parseFromString(`<div id="root">${html}</div>`, 'text/html').getElementById('root')!

const field = (text: string, name = '/title'): Place => ({ file: 'content/a/en.md', field: name, lines: [2, 2], column: 8, text })
const block = (first: number): Place => ({ file: 'content/a/en.md', field: '', lines: [first, first], column: 1, text: '' })

/** Each part of a text that has a place, as `text=place`. */
function aligned(real: string, marked: string, places: Place[]): string[] {
  const found = alignTexts(parse(real), parse(marked), places)
  return [...found].flatMap(([node, segments]) =>
    segments
      .filter(({ place }) => place !== null)
      .map(({ start, end, place }) => `${node.nodeValue!.slice(start, end)}=${place}`),
  )
}

describe('the texts of a page', () => {
  it.each<[string, string, string, Place[], string[]]>([
    ['lead to their fields', '<h1>Tide</h1>', `<h1>${A}Tide${END}</h1>`, [field('Tide')], ['Tide=0']],
    ['are words of the site without a mark', '<p>Menu</p>', '<p>Menu</p>', [field('Tide')], []],
    [
      'share a text with words of the site',
      '<p>By Ann, 3 May</p>',
      `<p>By ${A}Ann${END}, ${B}3 May${END}</p>`,
      [field('Ann'), field('3 May')],
      ['Ann=0', '3 May=1'],
    ],
    [
      'lead to blocks over elements, until the next block or the end',
      '<p>One <em>two</em> three</p><ul><li>x</li><li>y</li></ul><p>after</p>',
      `<p>${A}One <em>two</em> three</p><ul><li>${B}x</li><li>y${END}</li></ul><p>after</p>`,
      [block(4), block(6)],
      ['One =0', 'two=0', ' three=0', 'x=1', 'y=1'],
    ],
    [
      'keep their spaces where the end of a body stands alone',
      '<div><p>One <b>two</b></p></div>',
      `<div><p>${A}One <b>two</b></p>${END}</div>`,
      [block(4)],
      ['One =0', 'two=0'],
    ],
    [
      'of a picture are its alternative',
      '<p><img alt="A gull" src="a"></p>',
      `<p><img alt="${A}A gull" src="b"></p>${END}`,
      [block(4)],
      ['A gull=0'],
    ],
    [
      'that React parts by comments stay together',
      '<p>By <!-- -->Ann</p>',
      `<p>By <!-- -->${A}Ann${END}</p>`,
      [field('Ann')],
      ['Ann=0'],
    ],
    [
      'in scripts, styles, templates and noscript are no texts',
      '<noscript>x</noscript><style>y</style><template><p>z</p></template><p>w</p>',
      `<noscript>x</noscript><style>y</style><p>${A}w${END}</p>`,
      [field('w')],
      ['w=0'],
    ],
    [
      'of a drawing lead to their fields',
      '<svg><text>One</text></svg>',
      `<svg><text>${A}One${END}</text></svg>`,
      [field('One')],
      ['One=0'],
    ],
    [
      'of a part with another structure are matched by their words, in their order',
      '<section><div><p> Ann </p></div><p>Ann</p><p>Tom</p></section><p>Last</p>',
      `<section><p>${A}Ann${END}</p><p>${B}Ann${END}</p></section><p>${C}Last${END}</p>`,
      [field('Ann'), field('Ann', '/b'), field('Last')],
      ['Ann=0', 'Ann=1', 'Last=2'],
    ],
    [
      'without a marked twin are matched by the text of one place alone',
      '<p>Tide</p><p>Twice</p>',
      '',
      [field('Tide'), field('Twice', '/a'), field('Twice', '/b')],
      ['Tide=0'],
    ],
    ['do not take a mark whose end was lost', '<p>Ti</p><p>Menu</p>', `<p>${A}Ti</p><p>Menu</p>`, [field('Tide')], ['Ti=0']],
  ])('%s', (_, real, marked, places, expected) => {
    expect(aligned(real, marked, places)).toEqual(expected)
  })

  it('are covered by their segments without a gap, however the parser cut them', () => {
    const real = parse('<p></p>')
    for (const part of ['By ', 'A', 'nn', ' now']) real.firstElementChild!.append(document.createTextNode(part))
    const found = alignTexts(real, parse(`<p>By ${A}Ann${END} now</p>`), [field('Ann')])
    expect([...found.values()]).toEqual([
      [{ start: 0, end: 3, place: null }],
      [{ start: 0, end: 1, place: 0 }],
      [{ start: 0, end: 2, place: 0 }],
      [{ start: 0, end: 4, place: null }],
    ])
  })

  it('lead to the right fields in any nesting of elements', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { plain, marked, places } = randomPage(seed)
      const texts = aligned(plain, marked, places).map((each) => each.split('='))
      expect(texts.map(([text, place]) => places[Number(place)]!.text === text).every(Boolean), `seed ${seed}`).toBe(true)
      expect(texts.length, `seed ${seed}`).toBe(places.length)
    }
  })
})

/** A page of nested elements with fields and words in turn. */
function randomPage(seed: number) {
  let state = seed
  const next = (most: number) => {
    state = (state * 48271) % 2147483647
    return state % most
  }
  const places: Place[] = []
  const make = (depth: number): [plain: string, marked: string] => {
    const parts = Array.from({ length: 1 + next(4) }, (): [string, string] => {
      const kind = next(depth > 3 ? 2 : 4)
      if (kind === 0) return [' words ', ' words ']
      if (kind === 1) {
        const text = `field ${places.length}`
        places.push(field(text, `/f${places.length}`))
        return [text, `${String.fromCodePoint(0xf0000 + places.length - 1)}${text}${END}`]
      }
      const [plain, marked] = make(depth + 1)
      const name = ['div', 'span', 'b'][next(3)]
      return [`<${name}>${plain}</${name}>`, `<${name}>${marked}</${name}>`]
    })
    return [parts.map(([plain]) => plain).join(''), parts.map(([, marked]) => marked).join('')]
  }
  const [plain, marked] = make(0)
  return { plain, marked, places }
}
