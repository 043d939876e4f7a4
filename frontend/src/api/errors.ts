// What a call that failed is rejected with.

/** A call that gave no answer with code 200. */
export class ApiError extends Error {
  /** The envelope's code; the HTTP status where there is no envelope; 0 where no answer came at all. */
  readonly code: number
  /** HTTP status; 0 where no answer came. */
  readonly status: number

  /** `message` is the server's `msg`, in the request's language, or empty where it gave none. */
  constructor(code: number, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ApiError'
    this.code = code
    this.status = status
  }
}
