// R5.01: every rule, its message in both languages.

import type { I18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadI18n } from '#/i18n/catalogs.ts'
import { type Rule, validate } from '#/lib/validation.ts'

let en: I18n
let zh: I18n

beforeAll(async () => {
  en = await loadI18n('en')
  zh = await loadI18n('zh-CN')
})

const broken: [name: string, rule: Rule, value: unknown, english: RegExp][] = [
  ['required', { rule: 'required' }, '', /^Please enter Name$/],
  ['required, list', { rule: 'required' }, [], /^Please enter Name$/],
  ['length exact', { rule: 'string', len: 6 }, '12345', /exactly 6 characters/],
  ['length min', { rule: 'string', min: 2 }, '潮', /at least 2 characters/],
  ['length max', { rule: 'string', max: 2 }, 'abc', /at most 2 characters/],
  ['length range', { rule: 'string', min: 2, max: 3 }, 'abcd', /between 2 and 3 characters/],
  ['number exact', { rule: 'number', len: 3 }, 4, /must be 3/],
  ['number min', { rule: 'number', min: 3 }, '2', /at least 3/],
  ['number max', { rule: 'number', max: 3 }, 4, /at most 3/],
  ['number range', { rule: 'number', min: 1, max: 3 }, 4, /between 1 and 3/],
  ['array exact', { rule: 'array', len: 2 }, [1], /choose exactly 2/],
  ['array min', { rule: 'array', min: 2 }, [1], /choose at least 2/],
  ['array max', { rule: 'array', max: 1 }, [1, 2], /choose at most 1/],
  ['array range', { rule: 'array', min: 1, max: 2 }, [1, 2, 3], /choose between 1 and 2/],
  ['pattern', { rule: 'pattern', pattern: /^\d+$/ }, 'x', /expected form/],
  ['enum', { rule: 'enum', values: ['a', 'b'] }, 'c', /one of: a, b/],
  ['whitespace', { rule: 'whitespace' }, ' \t', /spaces only/],
  ['type text', { rule: 'string' }, 7, /not a text/],
  ['type number', { rule: 'number' }, 'seven', /not a number/],
  ['type list', { rule: 'array' }, 'a', /not a list/],
  ['date', { rule: 'date' }, '2026-02-30', /not a valid date/],
  ['email', { rule: 'email' }, 'a@b', /not a valid e-mail address/],
]

describe('validation', () => {
  it.each(broken)('%s is told in English and in Chinese', (_, rule, value, english) => {
    const inEnglish = en._(validate('Name', value, [rule])!)
    const inChinese = zh._(validate('姓名', value, [rule])!)
    expect(inEnglish).toMatch(english)
    expect(inChinese).toMatch(/姓名/)
    expect(inChinese).toMatch(/[一-龥]{3}/)
    expect(inChinese).not.toBe(inEnglish)
  })

  it.each<[Rule, unknown]>([
    [{ rule: 'required' }, 0],
    [{ rule: 'string', len: 2 }, '𠮷潮'],
    [{ rule: 'number', min: 1, max: 3 }, '2'],
    [{ rule: 'array', min: 1 }, ['a']],
    [{ rule: 'pattern', pattern: /^\d+$/ }, '7'],
    [{ rule: 'enum', values: ['a'] }, 'a'],
    [{ rule: 'whitespace' }, ' a '],
    [{ rule: 'date' }, '2028-02-29'],
    [{ rule: 'email' }, 'lin.chen+bp@mail.example.com'],
  ])('%j holds for %j', (rule, value) => {
    expect(validate('Name', value, [rule])).toBeUndefined()
  })

  it('an empty value breaks `required` and nothing else', () => {
    expect(validate('Name', '', [{ rule: 'email' }, { rule: 'string', min: 3 }])).toBeUndefined()
  })

  it('tells the first broken rule', () => {
    const message = validate('Name', '  ', [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'email' }])
    expect(en._(message!)).toMatch(/spaces only/)
  })
})
