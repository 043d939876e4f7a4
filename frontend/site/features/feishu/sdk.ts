// The script by which a page talks to Feishu's client, as Feishu's documentation names it. The
// pages' header class lets this one file be loaded and no other of its host.

export const FEISHU_SDK = 'https://lf1-cdn-tos.bytegoofy.com/goofy/lark/op/h5-js-sdk-1.5.33.js'
