// Development: renders the page at an address from the payload in the published build. In
// production the worker renders.

import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { errorPath, readDocument } from '#/dev/builds.ts'
import { developmentDocument } from '#/dev/document.ts'
import { unprefixed } from '#/i18n/locales.ts'
import { createRenderer } from '#/worker/render.tsx'

export async function onRenderHtml({ urlPathname, is404 }: PageContextServer & { is404?: boolean }) {
  const builds = process.env.PORTICO_BUILDS
  if (!builds) throw new Error('PORTICO_BUILDS is not set: it names the folder that the generator publishes into')
  const path = is404 ? await errorPath(builds, unprefixed(urlPathname).locale, 404) : urlPathname
  const published = path === undefined ? undefined : await readDocument(builds, path)
  if (published === undefined) throw render(404, `the build has no page \`${urlPathname}\``)
  const { app: _, ...page } = published.state
  const { markup, rendered } = (await createRenderer())({ renderer: '', ...page })
  if (rendered.error !== undefined) throw new Error(rendered.error)
  return developmentDocument(published, markup)
}
