// The error with which a failed call is rejected.

import type { components } from '#/api/schema.gen.ts'

/** `data` of an answer whose code is not 200: facts of a refusal besides its message. */
export type Refusal = components['schemas']['Refusal']

/** A call without an answer of code 200. */
export class ApiError extends Error {
  /** The envelope's code; the HTTP status without an envelope; 0 without an answer. */
  readonly code: number
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** The request's field that the visitor can correct. */
  readonly field: Refusal['field']
  /** Seconds after which another try makes sense. */
  readonly retryAfter: Refusal['retryAfter']
  /** The origin or the gateway has answered, not a proxy on the way to them. */
  readonly isOurs: boolean
  /** Other fields of the answer. */
  readonly data: unknown

  /** `message` is the server's `msg`, in the request's language, or empty if it gave none. */
  constructor(
    code: number,
    status: number,
    message: string,
    { field, retryAfter, data, isOurs = false, ...options }: Refusal & ErrorOptions & { data?: unknown; isOurs?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.field = field
    this.retryAfter = retryAfter
    this.isOurs = isOurs
    this.data = data
  }
}

/** Whether the origin or the gateway refused a call with one of `statuses`. */
export function isRefusal(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && error.isOurs && statuses.includes(error.status)
}
