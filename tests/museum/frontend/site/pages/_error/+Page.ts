// Vike requires an error page; it shows the site's own 404 document, see +onRenderHtml.

export function Page() {
  return null
}
