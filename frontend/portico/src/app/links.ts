// Links are plain <a href>: they work before and without JavaScript, and cost no rendering time.
// One listener on the document turns a click on a link of this site into a navigation without a new
// document. Every other click is left to the browser.

import { isDangerous } from '#/lib/safe-url.ts'

/** Calls `navigate` for clicks that stay on this site. Returns a function that stops it. */
export function listenToLinks(document: Document, navigate: (url: URL) => void): () => void {
  const controller = new AbortController()
  document.addEventListener(
    'click',
    (event) => {
      const link = linkOf(event)
      if (link === undefined) return
      if (isDangerous(link.href, document.baseURI)) {
        event.preventDefault()
        console.error(`a link to \`${link.getAttribute('href')}\` was refused`)
        return
      }
      if (!isOurs(event, link)) return
      event.preventDefault()
      navigate(new URL(link.href))
    },
    { signal: controller.signal },
  )
  return () => controller.abort()
}

function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  return link instanceof HTMLAnchorElement ? link : undefined
}

/** An ordinary click on a link that replaces this page by another of this site. */
function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return false
  if (link.relList.contains('external') || link.origin !== location.origin) return false
  // A fragment of this page: the browser scrolls, moves the focus and writes the history better
  // than we would.
  return !(link.hash !== '' && link.pathname === location.pathname && link.search === location.search)
}
