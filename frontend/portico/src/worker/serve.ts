// Sends the greeting, then answers one request after the other until the generator closes the pipe.

import { metaOf } from '#/app/meta.ts'
import { CONTRACT_VERSION, type Hello } from '#/contract.ts'
import { definition, type HeaderClasses, type SiteDefinition, setDefinition } from '#/definition.ts'
import { type AnswererOptions, createAnswerer } from '#/worker/answer.ts'
import { documentAssets } from '#/worker/assets.ts'
import { createEncoder, createReader, send } from '#/worker/frames.ts'
import { routeData } from '#/worker/route-data.ts'

/** Options of a site's worker. */
export type WorkerOptions = AnswererOptions & {
  site: SiteDefinition
  /** Path of `dist/assets.json`. */
  manifest: string
  headerClasses?: HeaderClasses
}

/**
 * Runs until standard input ends. A truncated stream throws, and the process dies: the generator
 * starts another one.
 */
export async function serve({ site, manifest, headerClasses, files, around }: WorkerOptions): Promise<void> {
  setDefinition(site)
  checkSession(site)
  const [answer, next, encode] = [await createAnswerer({ files, around }), createReader(), createEncoder()]
  send(encode(hello(manifest, headerClasses), ''))
  for (let request = next(); request !== undefined; request = next()) {
    const answered = answer(request)
    const { rendered, markup, files } = answered instanceof Promise ? await answered : answered
    send(encode(rendered, markup, files))
  }
}

/** Refuses routes whose rules need sign-in on a site without it: the browser would ignore them. */
function checkSession({ session, routes }: SiteDefinition): void {
  const route = session === undefined && routes.find((each) => metaOf(each).middleware.length > 0)
  if (route)
    throw new Error(
      `route \`${route.id}\` has middleware; add \`session\` of \`@portico/app/members\` to the definition in site.ts`,
    )
}

function hello(manifestPath: string, headerClasses?: HeaderClasses): Hello {
  return {
    contract: CONTRACT_VERSION,
    node: process.versions.node,
    routes: definition().routes.map(routeData),
    assets: documentAssets(manifestPath),
    headerClasses,
  }
}
