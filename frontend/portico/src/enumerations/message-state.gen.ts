// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const messageStateValues = [
  'received',
  'done',
  'withdrawn',
] as const
export type MessageState = (typeof messageStateValues)[number]
