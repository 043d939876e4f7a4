// R5.01: browser and origin say the same of the same answers; the origin's test reads the same
// file.

import { describe, expect, it } from 'vitest'
import { answerIn, type FieldAnswer, type FieldRules } from '#/ui/form/field-rules.ts'
import { brokenRule } from '#/ui/form/rules/schema.ts'
import cases from '../../../../../../contract/tests/golden/form-cases.json' with { type: 'json' }

type Case = { field: FieldRules; answer?: FieldAnswer; broken?: string }

describe('the rules of a question (R5.01)', () => {
  it.each((cases as Case[]).map(({ field, answer, broken }) => [field, answer, broken] as const))(
    '%j, %j: %s',
    (field, answer, broken) => {
      expect(brokenRule(field, answer)).toBe(broken)
    },
  )

  it('what a form keeps of several choices is a list of them', () => {
    expect([answerIn('choices', 'a b'), answerIn('choices', ''), answerIn('text', 'a b')]).toEqual([['a', 'b'], [], 'a b'])
  })
})
