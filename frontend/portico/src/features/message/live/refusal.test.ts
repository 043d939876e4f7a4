import { describe, expect, it } from 'vitest'
import { ApiError } from '#/api/errors.ts'
import { ruleValues } from '#/enumerations/rule.gen.ts'
import { faultsIn } from './refusal.ts'

const refused = (data: unknown) => new ApiError(422, 422, '', { data, isOurs: true })

describe('the faults of a refusal (R2.04)', () => {
  it.each(ruleValues)('knows the rule %s of the origin', (rule) => {
    expect(faultsIn(refused({ fields: [{ name: 'file', rule }] }))).toEqual([{ name: 'file', rule }])
  })

  it.each([undefined, null, 'x', {}, { fields: 1 }, { fields: [null, {}, { name: 'a', rule: 'of a newer origin' }] }])(
    'finds none in %j',
    (data) => expect(faultsIn(refused(data))).toEqual([]),
  )
})
