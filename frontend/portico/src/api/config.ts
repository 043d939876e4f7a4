// Settings of the API client. They are set at every start; the client itself is loaded by the parts
// that make calls.

/** Settings that the app gives the client at start. */
export type ApiConfig = {
  /** `runtime.apiBase` (R7.02). */
  base: string
  /** Value of the `language` header: `zh`, `en`. */
  language: () => string
  /** Guests send their `uuid`. */
  isLogin: () => boolean
  /** Runs before every call; a sign-out that never arrived is repeated here. */
  before: () => Promise<void>
  /** +1 when a call with the loading flag starts, -1 when it ends (R7.03). */
  onLoading: (change: 1 | -1) => void
}

let config: ApiConfig | null = null

/** Called once, by the browser's entry. The worker never calls anything. */
export function configureApi(value: ApiConfig): void {
  config = value
}

/** The settings. */
export function configured(): ApiConfig {
  if (config === null) throw new Error('configureApi has not run: calls are made in the browser')
  return config
}
