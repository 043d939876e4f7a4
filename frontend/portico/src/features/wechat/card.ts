// The sharing card of the current page, in WeChat only.

import { getWeChatSignature } from '#/api/calls.ts'
import { configure, share } from './bridge.ts'

/** Sets the card now, and again whenever the page's title changes. */
export async function keepCard(document: Document, picture: string): Promise<void> {
  if (!(await setCard(document, picture))) return
  const follow = async () => {
    try {
      await setCard(document, picture)
    } catch (error) {
      console.warn('WeChat keeps the card of the page before', error)
    }
  }
  const title = document.querySelector('title')
  if (title !== null) new MutationObserver(follow).observe(title, { childList: true })
}

/** False if the site has no account at WeChat. */
async function setCard(document: Document, picture: string): Promise<boolean> {
  const { href } = document.location
  const [link = href] = href.split('#')
  const signature = await getWeChatSignature(link)
  if (signature === null) return false
  await configure(signature)
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')
  await share({
    title: document.title,
    desc: description?.content ?? '',
    link,
    imgUrl: new URL(picture, link).href,
  })
  return true
}
