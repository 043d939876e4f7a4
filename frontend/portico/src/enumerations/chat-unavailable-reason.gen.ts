// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatUnavailableReasonValues = [
  'budget',
  'unavailable',
  'secret',
] as const
export type ChatUnavailableReason = (typeof chatUnavailableReasonValues)[number]
