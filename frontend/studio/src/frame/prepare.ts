// A page's document without its scripts: what they would do to be read is done here.

/**
 * Parses a page for the frame; its pictures and fonts are below the address `files`, and those of a
 * past build with all its style sheets.
 */
export function prepareDocument(html: string, files = '', isPast = false): Document {
  const page = new DOMParser().parseFromString(html, 'text/html')
  applyStyles(page)
  declareFaces(page)
  showImages(page)
  if (files !== '') loadFrom(page, files, isPast ? PAST_FILES : OWN_FILES)
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

/** Paths of files that the published site may lack: pictures, and fonts cut to the texts. */
const OWN_FILES = /(?<=^|,\s*|url\(["']?)(?=\/(?:media\/|fonts\.css|assets\/fonts\/))/g

/** Paths of files that a later build may lack: style sheets, too. */
const PAST_FILES = /(?<=^|,\s*|url\(["']?)(?=\/(?:media\/|fonts\.css|assets\/))/g

/** Files at `paths` come from the site with the change set, or from a past build. */
function loadFrom(page: Document, files: string, paths: RegExp): void {
  for (const element of page.querySelectorAll('[src], [srcset], [poster], link[rel="stylesheet"]'))
    for (const name of ['src', 'srcset', 'poster', 'href']) {
      const value = element.getAttribute(name)
      if (value !== null) element.setAttribute(name, value.replaceAll(paths, files))
    }
  for (const style of page.querySelectorAll('style')) style.textContent = style.textContent.replaceAll(paths, files)
}
