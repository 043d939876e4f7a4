// The error page for failures in the browser: the same page as the prerendered error documents,
// without a document.

import { loadPage } from '#/app/load-page.ts'
import type { LoadedPage } from '#/app/navigation-state.ts'
import { destination } from '#/definition.ts'

/** The page for a server's error in place of `failed`, in its language and at its address. */
export function errorPageFor(failed: LoadedPage): Promise<LoadedPage> {
  const { path, locale, payload, head } = failed.source
  const source = {
    route: destination('serverError'),
    path,
    locale,
    payload: { params: {}, data: {}, alternates: payload.alternates },
    head: { ...head, noindex: true },
  }
  return loadPage(source, failed.location)
}
