// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatEventNameValues = [
  'citations',
  'delta',
  'done',
] as const
export type ChatEventName = (typeof chatEventNameValues)[number]
