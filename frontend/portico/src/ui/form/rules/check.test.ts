// R5.01: the message of every broken rule, in both languages.

import { describe, expect, it } from 'vitest'
import { type Rule, ruleValues } from '#/enumerations/rule.gen.ts'
import type { FieldRules } from '#/ui/form/field-rules.ts'
import { checkIn } from '#/ui/form/rules/check.ts'

const options = [{ value: 'a' }, { value: 'b', label: 'B' }]

const broken: [rules: FieldRules, text: string, english: RegExp][] = [
  [{ kind: 'text' }, '', /^Please enter Name$/],
  [{ kind: 'choice', options }, '', /^Please choose: Name$/],
  [{ kind: 'text', len: 6 }, '12345', /exactly 6 characters/],
  [{ kind: 'text', min: 2 }, '潮', /at least 2 characters/],
  [{ kind: 'text', max: 2 }, 'abc', /at most 2 characters/],
  [{ kind: 'lines', min: 2, max: 2000 }, 'a', /between 2 and 2,000 characters/],
  [{ kind: 'number', len: 3 }, '4', /must be 3/],
  [{ kind: 'number', min: 3 }, '2', /at least 3/],
  [{ kind: 'number', max: 3 }, '4', /at most 3/],
  [{ kind: 'number', min: 1, max: 3 }, '4', /between 1 and 3/],
  [{ kind: 'number' }, 'seven', /not a number/],
  [{ kind: 'choices', options, len: 2 }, 'a', /choose exactly 2/],
  [{ kind: 'choices', options, min: 2 }, 'a', /choose at least 2/],
  [{ kind: 'choices', options, max: 1 }, 'a b', /choose at most 1/],
  [{ kind: 'choices', options, min: 1, max: 1 }, 'a b', /choose between 1 and 1/],
  [{ kind: 'text', pattern: '\\d+' }, 'x', /expected form/],
  [{ kind: 'choice', options }, 'c', /one of: a, B/],
  [{ kind: 'text' }, ' \t', /spaces only/],
  [{ kind: 'date' }, '2026-02-30', /not a valid date/],
  [{ kind: 'email' }, 'a@b', /not a valid e-mail address/],
  [{ kind: 'url' }, 'x', /not a web address/],
  [{ kind: 'text' }, 'a\u0000b', /not a text/],
]

describe('what is said of a broken rule (R5.01)', () => {
  it.each(broken)('%j, %j: %s', async (rules, text, english) => {
    const inEnglish = (await checkIn('en')).text({ ...rules, label: 'Name' }, text)
    const inChinese = (await checkIn('zh-CN')).text({ ...rules, label: '姓名' }, text)
    expect(inEnglish).toMatch(english)
    expect(inChinese).toMatch(/姓名/)
    expect(inChinese).toMatch(/[一-龥]{3}/)
    expect(inChinese).not.toBe(inEnglish)
  })

  it('begins as a sentence does', async () => {
    expect((await checkIn('en')).rule({ kind: 'text', label: 'the characters' }, 'whitespace')).toBe(
      'The characters cannot consist of spaces only',
    )
  })

  it.each(ruleValues)('has words for the rule %s in every language, and no two rules have the same', async (rule) => {
    for (const locale of ['en', 'zh-CN'] as const) {
      const check = await checkIn(locale)
      const words = (rule: Rule) => check.rule({ kind: 'text', label: 'Name', max: 3 }, rule)
      expect(words(rule)).toMatch(/Name/u)
      expect(ruleValues.filter((other) => words(other) === words(rule))).toEqual([rule])
    }
  })
})
