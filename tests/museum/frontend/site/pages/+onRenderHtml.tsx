import { renderHtml } from '@portico/app/dev'
import { site } from '#/site.ts'

export const onRenderHtml = renderHtml(site)
