// Development: renders the page at an address from the payload in the published build. In
// production the worker renders.

import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { type SiteDefinition, setDefinition } from '#/definition.ts'
import { errorPath, readDocument } from '#/dev/builds.ts'
import { developmentDocument } from '#/dev/document.ts'
import { unprefixed } from '#/i18n/locales.ts'
import { type Around, createRenderer } from '#/worker/render.tsx'

type PageContext = PageContextServer & { is404?: boolean }

/** Vike's hook for a site. */
export function renderHtml(site: SiteDefinition, around?: () => Around) {
  setDefinition(site)
  return (context: PageContext) => document(context, around)
}

async function document({ urlPathname, is404 }: PageContext, around?: () => Around) {
  const builds = process.env.PORTICO_BUILDS
  if (!builds) throw new Error('PORTICO_BUILDS is not set: it names the folder that the generator publishes into')
  const path = is404 ? await errorPath(builds, unprefixed(urlPathname).locale, 404) : urlPathname
  const published = path === undefined ? undefined : await readDocument(builds, path)
  if (published === undefined) throw render(404, `the build has no page \`${urlPathname}\``)
  const { app: _, ...page } = published.state
  const { markup, rendered } = (await createRenderer(around))({ renderer: '', ...page })
  return developmentDocument(published, markup, rendered.error)
}
