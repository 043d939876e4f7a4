import { renderHtml } from '@portico/app/dev/render-html.tsx'
import { site } from '#/site.ts'

export const onRenderHtml = renderHtml(site)
