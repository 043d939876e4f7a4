// Vike wants an error page to exist; what it shows is the site's own 404 document, see
// +onRenderHtml.

export function Page() {
  return null
}
