// An address without a page, as an error with a status (R2.25, R8.01).

/** `data` holds the path, for programs. */
export class RouteError extends Error {
  readonly status: number
  readonly data: { path: string }
  /** A route was found, but no entry could have the requested name. */
  readonly misnamed: boolean

  constructor(status: number, message: string, path: string, misnamed = false) {
    super(message)
    this.name = 'RouteError'
    this.status = status
    this.data = { path }
    this.misnamed = misnamed
  }
}
