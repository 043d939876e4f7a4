// The calls of WeChat's web view that its JS-SDK makes. The SDK itself is not used: it reports each
// start to another host, which no page of a site asks.

import type { WeChatSignature } from '#/api/calls.ts'

/** The object that WeChat adds to the window. */
type Bridge = {
  invoke(name: string, parameters: Record<string, unknown>, answer: (result: { err_msg?: string; errMsg?: string }) => void): void
}

export type Card = { title: string; desc: string; link: string; imgUrl: string }

/** Sharing to a person or group, and to Moments. */
const CALLS = ['updateAppMessageShareData', 'updateTimelineShareData']

let proof: Record<string, string> = {}

/** Shows WeChat the page's signature; rejected if WeChat does not accept it. */
export async function configure({ appId, timestamp, nonceStr, signature }: WeChatSignature): Promise<void> {
  proof = {
    appId,
    verifyAppId: appId,
    verifySignType: 'sha1',
    verifyTimestamp: String(timestamp),
    verifyNonceStr: nonceStr,
    verifySignature: signature,
  }
  await call('preVerifyJSAPI', { verifyJsApiList: CALLS })
}

/** Sets the card of the page. */
export async function share(card: Card): Promise<void> {
  const { desc: _, ...ofMoments } = card
  await Promise.all([call('updateAppMessageShareData', card), call('updateTimelineShareData', ofMoments)])
}

async function call(name: string, parameters: Record<string, unknown>): Promise<void> {
  const bridge = await bridgeOf(window)
  const result = await new Promise<string>((answered) =>
    bridge.invoke(name, { ...parameters, ...proof }, ({ err_msg, errMsg }) => answered(err_msg ?? errMsg ?? '')),
  )
  if (!/:(ok|confirm)$/.test(result)) throw new Error(`WeChat refuses ${name}: ${result}`)
}

/** WeChat adds its object some time after the start of a page. */
async function bridgeOf(view: Window & { WeixinJSBridge?: Bridge }): Promise<Bridge> {
  if (view.WeixinJSBridge === undefined)
    await new Promise((ready) => document.addEventListener('WeixinJSBridgeReady', ready, { once: true }))
  const { WeixinJSBridge: bridge } = view
  if (bridge === undefined) throw new Error('this is no window of WeChat')
  return bridge
}
