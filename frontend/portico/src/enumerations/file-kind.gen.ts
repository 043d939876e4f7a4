// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const fileKindValues = [
  'pdf',
  'word',
  'powerpoint',
] as const
export type FileKind = (typeof fileKindValues)[number]
