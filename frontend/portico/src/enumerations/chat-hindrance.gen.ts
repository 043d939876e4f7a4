// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatHindranceValues = [
  'budget',
  'unavailable',
  'secret',
] as const
export type ChatHindrance = (typeof chatHindranceValues)[number]
