// The origin's calls, one function each. Their types come from its OpenAPI document, through
// schema.gen.ts: a change of a type there is a type error here.

import { api, type CallOptions, stream } from '#/api/client.ts'
import type { components, paths } from '#/api/schema.gen.ts'
import type { ChatEventName } from '#/enumerations/chat-event-name.gen.ts'

/** `data` of a call's answer with code 200. */
type Data<Call> = Call extends { responses: { 200: { content: { 'application/json': { data?: infer Value } } } } }
  ? NonNullable<Value>
  : never
/** Options of a call. */
type Body<Call> = Call extends { requestBody: { content: { 'application/json': infer Value } } } ? Value : never

type Schemas = components['schemas']

type Auth<Call extends string> = paths[`/api/auth/${Call}` & keyof paths]

/** The signed-in visitor (R3.01). */
export type UserInfo = Data<Auth<'user-info'>['get']>
/** A sign-in of this member, on this device or another. */
export type DeviceSession = Data<Auth<'sessions'>['get']>[number]
/** An agreement that is accepted at sign-in. */
export type Protocol = Data<paths['/api/web/protocol-config']['get']>[number]
/** A test that a person passes and a program does not: a picture or a recording. */
export type Captcha = Data<paths['/api/common/captcha']['get']>
export type CaptchaKind = NonNullable<NonNullable<paths['/api/common/captcha']['get']['parameters']['query']>['kind']>
export type CodeRequest = Body<paths['/api/common/send-email-code']['post']>
export type Credentials = Body<Auth<'login'>['post']>
/** Configuration for calls to Feishu's client. */
export type JssdkConfig = Data<paths['/api/feishu/jssdk-config']['get']>
export type WeChatSignature = NonNullable<Data<paths['/api/wechat/signature']['get']>>
export type SupplierList = Data<paths['/api/feishu/suppliers']['get']>
export type SupplierSummary = SupplierList['items'][number]
export type SupplierDetail = Data<paths['/api/feishu/suppliers/{id}']['get']>
export type ChatRequest = Body<paths['/api/chat']['post']>
export type ChatMessage = ChatRequest['messages'][number]
/** Data of the events of the assistant's answer. */
export type ChatEvents = {
  [Name in ChatEventName]: { citations: Schemas['Citation'][]; delta: Schemas['Delta']; done: Schemas['Done'] }[Name]
}
/** A message as its sender may see it. */
export type MessageStanding = Data<paths['/api/message/state']['post']>
export type SupplierQuery = { query: string; status: string; page: number }

export const getProtocols = () => api.get<Protocol[]>('/api/web/protocol-config')

export const getCaptcha = (kind: CaptchaKind, signal: AbortSignal) =>
  api.get<Captcha>('/api/common/captcha', { kind }, { signal })

/** Requests a code; returns after how many seconds another may be requested. */
export const sendEmailCode = (request: CodeRequest) =>
  api.post<Data<paths['/api/common/send-email-code']['post']>>('/api/common/send-email-code', request, LOADING)

/**
 * The origin answers with a token. The gateway keeps the token, sets the cookies, and answers with
 * the signed-in visitor.
 */
export const login = (credentials: Credentials) => api.post<UserInfo>('/api/auth/login', credentials, LOADING)

export const logout = () => api.post<null>('/api/auth/logout', {}, LOADING)

export const getUserInfo = () => api.get<UserInfo>('/api/auth/user-info')

export const rename = (request: Body<Auth<'user-info'>['put']>) => api.put<UserInfo>('/api/auth/user-info', request, LOADING)

export const getSessions = () => api.get<DeviceSession[]>('/api/auth/sessions')

export const endSession = (id: string) => api.delete<null>(`/api/auth/sessions/${encodeURIComponent(id)}`, LOADING)

export const deleteAccount = () => api.delete<null>('/api/auth/account', LOADING)

export const getJssdkConfig = (url: string) => api.get<JssdkConfig>('/api/feishu/jssdk-config', { url })

/** Null if the site has no account at WeChat. */
export const getWeChatSignature = (url: string) => api.get<WeChatSignature | null>('/api/wechat/signature', { url })

/** Signs in as `login` does, with a code of Feishu's. */
export const feishuLogin = (request: Body<paths['/api/feishu/login']['post']>) => api.post<UserInfo>('/api/feishu/login', request)

export const getSuppliers = (query: SupplierQuery, options: CallOptions) =>
  api.get<SupplierList>('/api/feishu/suppliers', query, { loading: true, ...options })

export const getSupplier = (id: string, options: CallOptions) =>
  api.get<SupplierDetail>(`/api/feishu/suppliers/${encodeURIComponent(id)}`, {}, { loading: true, ...options })

export const getMessageState = (token: string) => api.post<MessageStanding>('/api/message/state', { token })

/** The assistant's ways of answering. */
export const getAssistant = (signal: AbortSignal) => api.get<Data<paths['/api/chat']['get']>>('/api/chat', {}, { signal })

/** Asks the assistant: an answer that is read as it comes. */
export const askAssistant = (request: ChatRequest, options: Pick<CallOptions, 'signal' | 'openAiSecret'>) =>
  stream('/api/chat', request, options)

const LOADING = { loading: true }
