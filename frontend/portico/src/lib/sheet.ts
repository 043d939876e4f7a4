// A style sheet that few pages need: fetched beside the code that needs it, and no part of the one
// that every document loads. Its classes have fixed names, because no module names them.

const loaded = new Map<string, Promise<void>>()

/**
 * Resolves when the sheet is in force. A sheet that cannot be fetched leaves words without their
 * style, which is better than no words: it is requested again with the next use.
 */
export function loadSheet(href: string): Promise<void> {
  const loading = loaded.get(href) ?? append(href)
  loaded.set(href, loading)
  return loading
}

function append(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return new Promise((resolve) => {
    link.onload = () => resolve()
    link.onerror = () => {
      console.error(`the style sheet ${href} did not load`)
      loaded.delete(href)
      link.remove()
      resolve()
    }
  })
}
