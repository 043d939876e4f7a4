import { describe, expect, it } from 'vitest'
import { firstRules } from './first-screen.ts'

const needs = (sheet: string) => firstRules(sheet, []).map(({ needs }) => needs)

describe('rules of first screens', () => {
  it.each([
    ['h1', [[['h1']]]],
    ['.a.b > p', [[['.a'], ['.b'], ['p']]]],
    ['h1, .a', [[['h1']], [['.a']]]],
    ['details[open]', [[['details'], ['[open]']]]],
    ['[a="b c"]', [[['[a=b c]']]]],
    ['[a=b i], [a^=b]', [[['[a]']], [['[a]']]]],
    [':is(h1, .a b) i', [[['h1', '.a'], ['i']]]],
    [':where(:hover, .a)', [[['.a']]]],
    ['.a:hover, .b', [[['.b']]]],
    ['.a:not(.b):hover', undefined],
    ['.a:not(.b)', [[['.a']]]],
    ['.a::before', [[['.a']]]],
    ['::selection', undefined],
    [':root', []],
    ['[data-theme="dark"]', []],
    ['.js .a', [[['.a']]]],
    ['html, .a', []],
  ])('%s needs %j', (selector, expected) => {
    expect(needs(`${selector} { c: d }`)).toEqual(expected === undefined ? [] : [expected])
  })

  it('keep the at-rules around them, but for print', () => {
    const sheet = '@media (min-width:1px){@supports (a:b){p{c:d}}}@media print{p{e:f}}@keyframes x{to{g:h}}'
    expect(firstRules(sheet, [])).toEqual([
      { css: 'p{c:d}', within: ['@media (min-width:1px)', '@supports (a:b)'], needs: [[['p']]] },
      { css: '@keyframes x{to{g:h}}', within: [], needs: [] },
    ])
  })

  it('name custom properties one by one, of which a document has those that it uses', () => {
    expect(firstRules('.a{--b:c;--d:"e"}.f{--g:h;i:j}', [])).toMatchObject([
      { css: '.a', custom: ['--b:c', '--d:"e"'] },
      { css: '.f{--g:h;i:j}' },
    ])
  })

  it('tell which of them set a web face, by its name and through custom properties', () => {
    const sheet =
      ':root{--a:var(--b),serif;--b:"Web Face"}.a{font-family:var(--a)}.b{font:1em Web Face}.c p{font-family:serif}.d{font-family:inherit}'
    expect(firstRules(sheet, ['Web Face']).map(({ face, subjects }) => [face, subjects])).toEqual([
      [undefined, undefined],
      [true, [[['.a']]]],
      [true, [[['.b']]]],
      [false, [[['p']]]],
      [undefined, undefined],
    ])
  })
})
