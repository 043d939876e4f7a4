// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatRoleValues = [
  'user',
  'assistant',
] as const
export type ChatRole = (typeof chatRoleValues)[number]
