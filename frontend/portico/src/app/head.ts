// The document's head after a navigation: title, description, canonical, language (R1.02). The
// first page's is in its document. Several changes in a row are written once, 10 ms after the last
// (R9.03).

import { localeOf } from '#/i18n/locales.ts'
import type { PageSource } from '#/page/page.tsx'

const DEBOUNCE_MS = 10

let timer: ReturnType<typeof setTimeout> | undefined

/** Writes the head of `page` soon, and cancels the head of earlier pages. */
export function updateHead(page: PageSource): void {
  clearTimeout(timer)
  timer = setTimeout(() => writeHead(page), DEBOUNCE_MS)
}

function writeHead({ head, locale }: PageSource): void {
  const { code, dir } = localeOf(locale)
  document.documentElement.lang = code
  document.documentElement.dir = dir
  document.title = head.title
  setMeta('description', head.description)
  setMeta('keywords', head.keywords)
  setMeta('robots', head.noindex ? 'noindex' : undefined)
  document.querySelector('link[rel=canonical]')?.setAttribute('href', head.canonical)
}

function setMeta(name: string, content: string | undefined): void {
  const known = document.head.querySelector(`meta[name="${name}"]`)
  if (content === undefined) {
    known?.remove()
    return
  }
  const meta = known ?? document.head.appendChild(Object.assign(document.createElement('meta'), { name }))
  meta.setAttribute('content', content)
}
