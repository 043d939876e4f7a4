// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const fieldKindValues = [
  'text',
  'lines',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'choice',
  'choices',
] as const
export type FieldKind = (typeof fieldKindValues)[number]
