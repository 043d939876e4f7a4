// The sharing card of the current page, in WeChat only.

import { getWeChatSignature } from '#/api/calls.ts'
import { type Card, configure, share } from './bridge.ts'

/** Sets the card now, and again whenever a page has another one. */
export function keepCard(document: Document, picture: string): void {
  let last = ''
  /** False if the site has no account at WeChat. */
  const setCard = async () => {
    const card = cardOf(document, picture)
    const fields = JSON.stringify(card)
    // A title is also written again unchanged, and then the page has its card.
    if (fields === last) return true
    last = fields
    const signature = await getWeChatSignature(card.link)
    if (signature === null) return false
    await configure(signature)
    await share(card)
    return true
  }
  // One after the other, so that the last card is that of the page on the screen.
  let setting = Promise.resolve(true)
  const follow = () => {
    setting = setting
      .then((hasAccount) => hasAccount && setCard())
      .catch((error: unknown) => {
        console.warn('WeChat keeps the card that it has', error)
        return true
      })
  }
  const title = document.querySelector('title')
  if (title !== null) new MutationObserver(follow).observe(title, { childList: true })
  follow()
}

function cardOf(document: Document, picture: string): Card {
  const { href } = document.location
  const [link = href] = href.split('#')
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')
  return { title: document.title, desc: description?.content ?? '', link, imgUrl: new URL(picture, link).href }
}
