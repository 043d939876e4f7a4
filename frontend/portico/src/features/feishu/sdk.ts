// Feishu's script for pages that its client shows: the calls that this package uses. The script is
// Feishu's, fetched from Feishu; no part of it is known to work until it has answered.

import type { JssdkConfig } from '#/api/calls.ts'

/** Milliseconds for the script, and for an answer of Feishu's client. */
const PATIENCE_MS = 10_000

/** The client is too old for `requestAccess`. */
const TOO_OLD = 103

type Granted = { code: string }
type Refused = { errno?: number; errCode?: number; errString?: string; errMsg?: string }
type Asked = { success: (granted: Granted) => void; fail: (refused: Refused) => void }

type H5Sdk = {
  config: (config: JssdkConfig & { jsApiList: string[]; onSuccess?: () => void; onFail?: (error: unknown) => void }) => void
  ready: (then: () => void) => void
  error: (then: (error: unknown) => void) => void
}

type Tt = {
  requestAccess?: (options: { appID: string; scopeList: string[] } & Asked) => void
  requestAuthCode: (options: { appId: string } & Asked) => void
}

declare global {
  interface Window {
    h5sdk?: H5Sdk
    tt?: Tt
  }
}

/** Feishu's client refused or failed a call. */
class SdkError extends Error {
  override name = 'SdkError'
}

/** Fetches the script, once per document. */
export async function loadSdk(source: string): Promise<H5Sdk> {
  if (window.h5sdk === undefined) await within(fetchScript(source), 'the script of Feishu did not come')
  if (window.h5sdk === undefined) throw new SdkError('the script of Feishu is something else')
  return window.h5sdk
}

function fetchScript(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new SdkError('the script of Feishu cannot be had'))
    }
    document.head.append(script)
  })
}

/** Shows the page's signature to Feishu's client, which then accepts calls. */
export async function configureSdk(sdk: H5Sdk, config: JssdkConfig): Promise<void> {
  const configured = new Promise<void>((resolve, reject) => {
    sdk.error((error) => reject(new SdkError('Feishu refuses the page', { cause: error })))
    sdk.config({ ...config, jsApiList: [] })
    sdk.ready(() => resolve())
  })
  await within(configured, 'the client of Feishu does not answer')
}

/** A code that identifies the visitor of the page. Older clients know one call, newer ones two. */
export async function requestCode(appId: string): Promise<string> {
  const { tt } = window
  if (tt === undefined) throw new SdkError('the script of Feishu has no `tt`')
  const byAccess = (asked: Asked) => tt.requestAccess?.({ appID: appId, scopeList: [], ...asked })
  const byAuthCode = (asked: Asked) => tt.requestAuthCode({ appId, ...asked })
  if (tt.requestAccess === undefined) return code(byAuthCode)
  try {
    return await code(byAccess)
  } catch (error) {
    if (!(error instanceof SdkError) || (error.cause as Refused | undefined)?.errno !== TOO_OLD) throw error
    return code(byAuthCode)
  }
}

function code(ask: (asked: Asked) => void): Promise<string> {
  const asked = new Promise<string>((resolve, reject) => {
    ask({
      success: (granted) => resolve(granted.code),
      fail: (refused) => reject(new SdkError('Feishu gives no code', { cause: refused })),
    })
  })
  return within(asked, 'the client of Feishu does not answer')
}

function within<T>(asked: Promise<T>, late: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const lateness = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SdkError(late)), PATIENCE_MS)
  })
  return Promise.race([asked, lateness]).finally(() => clearTimeout(timer))
}
