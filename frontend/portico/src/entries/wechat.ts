// Sharing cards in WeChat, for a site with an official account there.

export { shareInWeChat } from '#/features/wechat/share-in-wechat.ts'
