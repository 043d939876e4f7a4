// Written by `npm run api:types` from contract/tests/golden/enumerations.json; never by hand.

export const chatEventNameValues = [
  'citations',
  'delta',
  'done',
] as const
export type ChatEventName = (typeof chatEventNameValues)[number]

export const chatHindranceValues = [
  'budget',
  'unavailable',
  'secret',
] as const
export type ChatHindrance = (typeof chatHindranceValues)[number]

export const chatOutcomeValues = [
  'answered',
  'quoted',
  'unanswered',
  'cut',
] as const
export type ChatOutcome = (typeof chatOutcomeValues)[number]

export const chatRoleValues = [
  'user',
  'assistant',
] as const
export type ChatRole = (typeof chatRoleValues)[number]

export const directionValues = [
  'ltr',
  'rtl',
] as const
export type Direction = (typeof directionValues)[number]

export const fieldValues = [
  'email',
  'captcha',
  'code',
  'agreements',
  'name',
  'file',
  'q',
] as const
export type Field = (typeof fieldValues)[number]

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

export const fileKindValues = [
  'pdf',
  'word',
  'powerpoint',
] as const
export type FileKind = (typeof fileKindValues)[number]

export const messageStateValues = [
  'received',
  'done',
  'withdrawn',
] as const
export type MessageState = (typeof messageStateValues)[number]

export const ruleValues = [
  'required',
  'type',
  'whitespace',
  'length',
  'number',
  'count',
  'pattern',
  'option',
  'date',
  'email',
  'arrived',
  'empty',
  'size',
  'content',
] as const
export type Rule = (typeof ruleValues)[number]

export const supplierStatusValues = [
  'approved',
  'trial',
  'paused',
  'ended',
] as const
export type SupplierStatus = (typeof supplierStatusValues)[number]
