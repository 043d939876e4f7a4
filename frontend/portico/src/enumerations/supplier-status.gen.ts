// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const supplierStatusValues = [
  'approved',
  'trial',
  'paused',
  'ended',
] as const
export type SupplierStatus = (typeof supplierStatusValues)[number]
