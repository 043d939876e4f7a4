// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const directionValues = [
  'ltr',
  'rtl',
] as const
export type Direction = (typeof directionValues)[number]
