// Signing in by Feishu, without a question to the visitor: the page is signed, Feishu's client
// gives a code, and the origin exchanges it for a session. Loaded when it is needed, and in
// browsers only.

import { feishuLogin, getJssdkConfig } from '#/api/calls.ts'
import { configureSdk, loadSdk, requestCode } from './sdk.ts'

/**
 * Starts a session; rejected with an `ApiError` or an `SdkError`. `sdk` is the script's address.
 */
export async function signInByFeishu(sdk: string): Promise<void> {
  const [page] = window.location.href.split('#')
  const [config, script] = await Promise.all([getJssdkConfig(page ?? ''), loadSdk(sdk)])
  await configureSdk(script, config)
  await feishuLogin({ code: await requestCode(config.appId) })
}
