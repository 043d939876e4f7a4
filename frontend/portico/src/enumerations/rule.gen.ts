// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const ruleValues = [
  'required',
  'type',
  'whitespace',
  'length',
  'number',
  'count',
  'pattern',
  'option',
  'date',
  'email',
  'arrived',
  'empty',
  'size',
  'content',
] as const
export type Rule = (typeof ruleValues)[number]
