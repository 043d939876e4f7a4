// Pages in development.

export { renderHtml } from '#/dev/render-html.tsx'
