// Development only; in production the worker renders.

import { renderHtml } from '@portico/app/dev'
import { around } from '#/around.tsx'
import { site } from '#/site.ts'

export const onRenderHtml = renderHtml(site, around)
