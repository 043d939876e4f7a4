// R5.01: browser and origin give the same result for the same answers; the origin's test reads the
// same file.

import { describe, expect, it } from 'vitest'
import { answerIn, type FieldAnswer, type FieldRules } from '#/ui/form/field-rules.ts'
import { plainText } from '#/ui/form/rules/plain.ts'
import { brokenRule } from '#/ui/form/rules/schema.ts'
import cases from '../../../../../../contract/tests/golden/form-cases.json' with { type: 'json' }

type Case = { field: FieldRules; answer?: FieldAnswer; broken?: string; plain?: string }

describe('the rules of a question (R5.01)', () => {
  it.each((cases as Case[]).map(({ field, answer, broken }) => [field, answer, broken] as const))(
    '%j, %j: %s',
    (field, answer, broken) => {
      expect(brokenRule(field, answer)).toBe(broken)
    },
  )

  it.each((cases as Case[]).filter(({ plain }) => plain !== undefined))('$answer is $plain', ({ field, answer, plain }) => {
    expect(plainText(field, answer as string)).toBe(plain)
    expect(plainText(field, plain as string)).toBe(plain)
  })

  it.each([
    ['number', '3000.5'],
    ['number', '-3'],
    ['date', '2026-11-23'],
    ['email', 'ann+bp@mail.example.com'],
    ['tel', '+86 571 0000'],
    ['url', 'https://example.com'],
    ['text', 'Tide 3'],
  ] as const)('a wide or padded form of a valid %s is valid and becomes plain: %s', (kind, text) => {
    const wide = text.replace(/[!-~]/gu, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0))
    for (const form of [wide, `\u3000${wide}\u00a0`, `\ufeff ${text}\n`]) {
      expect(brokenRule({ kind }, form)).toBe(undefined)
      expect(plainText({ kind }, form)).toBe(text)
    }
  })

  it('what a form keeps of several choices is a list of them', () => {
    expect([answerIn('choices', 'a b'), answerIn('choices', ''), answerIn('text', 'a b')]).toEqual([['a', 'b'], [], 'a b'])
  })
})
