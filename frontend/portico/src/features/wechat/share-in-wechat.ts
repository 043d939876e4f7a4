// The card with which WeChat shares a page: without this, WeChat takes the title and any picture.

/** Names by which WeChat's and WeCom's clients call themselves. */
const CLIENT = /\bMicroMessenger\//i

/**
 * Sets the card of each page, if WeChat shows the document: title and description of the page, and
 * `picture`, the address of a square one. Does nothing where the site has no account at WeChat.
 */
export function shareInWeChat(document: Document, picture: string): void {
  if (!CLIENT.test(navigator.userAgent)) return
  void import('./card.ts')
    .then(({ keepCard }) => keepCard(document, picture))
    .catch((error: unknown) => console.warn('WeChat makes the card itself', error))
}
