// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const fieldValues = [
  'email',
  'captcha',
  'code',
  'agreements',
  'name',
  'file',
  'q',
] as const
export type Field = (typeof fieldValues)[number]
