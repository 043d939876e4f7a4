// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatOutcomeValues = [
  'answered',
  'quoted',
  'unanswered',
  'cut',
] as const
export type ChatOutcome = (typeof chatOutcomeValues)[number]
