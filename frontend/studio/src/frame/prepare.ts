// A page's document without its scripts: what they would do to be read is done here.

/** Parses a page for the frame. */
export function prepareDocument(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  applyStyles(page)
  declareFaces(page)
  showImages(page)
  for (const element of page.querySelectorAll('script, body noscript, link[rel="preload"], link[rel="modulepreload"]'))
    element.remove()
  return page
}

/** Style sheets that a script loads after the first paint become plain links. */
function applyStyles(page: Document): void {
  for (const noscript of page.head.querySelectorAll('noscript')) noscript.replaceWith(...noscript.childNodes)
  const present = new Set([...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href')))
  const lists = [...page.querySelectorAll<HTMLElement>('script[data-styles]')].map(({ dataset }) => dataset.styles ?? '')
  for (const href of lists.join(' ').match(/\S+/g) ?? []) {
    if (present.has(href)) continue
    present.add(href)
    const link = page.createElement('link')
    link.rel = 'stylesheet'
    link.setAttribute('href', href)
    page.head.append(link)
  }
}

/** Faces that a script declares, by the links that preload them. */
function declareFaces(page: Document): void {
  const faces = [...page.querySelectorAll<HTMLLinkElement>('link[data-family]')].map((link) => {
    const { family = '', weight = '400', characters = '' } = link.dataset
    const range = Array.from(characters, (character) => `U+${character.codePointAt(0)?.toString(16)}`).join()
    const source = `src:url(${JSON.stringify(link.getAttribute('href'))})`
    return `@font-face{font-family:${JSON.stringify(family)};${source};font-weight:${weight};font-display:swap;unicode-range:${range}}`
  })
  if (faces.length === 0) return
  const style = page.createElement('style')
  style.textContent = faces.join('\n')
  page.head.append(style)
}

/** Images that wait for a script get their sources. */
function showImages(page: Document): void {
  for (const image of page.querySelectorAll<HTMLElement>('img[data-src], source[data-srcset]')) {
    const { src, srcset } = image.dataset
    if (src !== undefined) image.setAttribute('src', src)
    if (srcset !== undefined) image.setAttribute('srcset', srcset)
    image.setAttribute('loading', 'lazy')
  }
}
