// The one way to the origin: a typed fetch that adds what every call carries (R7.01) and reads the
// envelope (R3.03).
//
// The browser sends the cookies along; the gateway turns the token among them into `Authorization:
// Bearer` and forwards no Cookie header. A failed call is logged and rejected with an `ApiError`
// (R8.05).

import { configured } from '#/api/config.ts'
import { type Envelope, readEnvelope } from '#/api/envelope.ts'
import { ApiError, type Refusal } from '#/api/errors.ts'
import { BROWSER_COOKIE, GUEST_COOKIE, identity } from '#/api/identity.ts'
import type { Json } from '#/contract.ts'

export type CallOptions = {
  /** Shows the global loading mark while the call runs. */
  loading?: boolean
  signal?: AbortSignal
  /**
   * Statuses that are an answer to this call and no failure: the call is rejected but not logged.
   */
  expected?: readonly number[]
  /** The visitor's own key for the assistant, as `Open-Ai-Secret`. */
  openAiSecret?: string
}

type Query = Record<string, string | number | boolean>

/** Calls the origin; each call resolves with the envelope's `data`. Paths start with `/api/`. */
export const api = {
  get: <T>(path: string, query: Query = {}, options: CallOptions = {}) =>
    call<T>('GET', withQuery(path, query), undefined, options),
  post: <T>(path: string, body: Json, options: CallOptions = {}) => call<T>('POST', path, body, options),
  /** POST whose parameters are in the address. */
  postParams: <T>(path: string, query: Query, options: CallOptions = {}) =>
    call<T>('POST', withQuery(path, query), undefined, options),
  /** POST of fields and files as `multipart/form-data`. */
  postFile: <T>(path: string, form: FormData, options: CallOptions = {}) => call<T>('POST', path, form, options),
  put: <T>(path: string, body: Json, options: CallOptions = {}) => call<T>('PUT', path, body, options),
  delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, undefined, options),
}

/**
 * `api.post` for an answer that is streamed (the assistant): the response, once its status is 2xx.
 */
export async function stream(path: string, body: Json, options: CallOptions = {}): Promise<Response> {
  const response = await send('POST', path, body, options, 'text/event-stream, application/json')
  if (!response.ok) throw logged('POST', path, await refusal(response))
  return response
}

async function call<T>(method: string, path: string, body: Json | FormData | undefined, options: CallOptions): Promise<T> {
  if (options.loading) configured().onLoading(1)
  try {
    const response = await send(method, path, body, options)
    const envelope = await readEnvelope(response)
    //     Aborted while the answer was read: not a failure.
    options.signal?.throwIfAborted()
    if (envelope?.code !== 200) {
      const error = await refusal(response, envelope)
      const isAnswer = error.isOurs && options.expected?.includes(error.status)
      throw isAnswer ? error : logged(method, path, error)
    }
    return envelope.data as T
  } finally {
    if (options.loading) configured().onLoading(-1)
  }
}

async function send(
  method: string,
  path: string,
  body: Json | FormData | undefined,
  options: CallOptions,
  accept = 'application/json',
): Promise<Response> {
  const { base, before } = configured()
  const multipart = body instanceof FormData
  const init: RequestInit = { method, headers: headers(!multipart, options, accept), credentials: 'include' }
  if (body !== undefined) init.body = multipart ? body : JSON.stringify(body)
  if (options.signal) init.signal = options.signal
  try {
    await before()
    return await fetch(base + path, init)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw logged(method, path, new ApiError(0, 0, '', { cause }))
  }
}

function headers(json: boolean, { openAiSecret }: CallOptions, accept: string): Headers {
  const { language, isLogin } = configured()
  const result = new Headers({ accept, language: language(), [BROWSER_COOKIE]: identity(BROWSER_COOKIE) })
  if (!isLogin()) result.set(GUEST_COOKIE, identity(GUEST_COOKIE))
  // For a multipart body the browser writes the type itself, with the boundary in it.
  if (json) result.set('content-type', 'application/json')
  if (openAiSecret) result.set('open-ai-secret', openAiSecret)
  return result
}

/** Headers of every call, for a library that makes calls by itself. */
export const callHeaders = () => headers(false, {}, 'application/json')

async function refusal(response: Response, envelope?: Envelope): Promise<ApiError> {
  const known = envelope ?? (response.bodyUsed ? undefined : await readEnvelope(response))
  const message = known?.msg ?? ''
  const { field, retryAfter = secondsToWait(response) } = readRefusal(known?.data)
  return new ApiError(known?.code ?? response.status, response.status, message, {
    field,
    retryAfter,
    data: known?.data,
    isOurs: known !== undefined,
  })
}

/** Any backend may answer here: a value of another type counts as missing. */
function readRefusal(data: unknown): Refusal {
  const { field, retryAfter } = (data ?? {}) as Record<keyof Refusal, unknown>
  return {
    field: typeof field === 'string' ? (field as Refusal['field']) : undefined,
    retryAfter: typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : undefined,
  }
}

/** The gateway sends only the header when it refuses a call by itself. */
function secondsToWait(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? seconds : undefined
}

function logged(method: string, path: string, error: ApiError): ApiError {
  console.error(`${method} ${path} failed`, error)
  return error
}

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)])
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
