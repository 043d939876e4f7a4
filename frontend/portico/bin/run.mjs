// `portico run`: builds missing parts, starts the gateway with the embedded origin, prerenders, and
// follows edits until it is stopped. The generator follows edits of texts. This program follows
// edits of sources, and rebuilds them.

import { join } from 'node:path'
import { FrontendBuild } from './build.mjs'
import { announce, readPort, SiteProcesses, startProblem } from './processes.mjs'
import { followSources } from './sources.mjs'

/** Runs the site whose frontend is in the folder `frontend`. */
export async function run(frontend, options) {
  const port = readPort('run', options)
  const site = join(frontend, '..')
  const processes = new SiteProcesses(site)
  const problem = await startProblem(port)
  if (problem !== undefined) return processes.stop(problem)
  const build = new FrontendBuild(site, frontend, processes.children)
  if (!(await build.bringUpToDate())) return processes.stop('the frontend does not build, see above; mend it, and start again')
  if (processes.isStopping) return
  const url = await processes.startGateway(port, { builds: 'builds', state: 'var' })
  processes.startGenerator(url, [], ['ignore', 'inherit', 'inherit'])
  followSources(site, () => build.follow())
  // An edit during the first build was not followed yet.
  build.follow()
  await announce(url)
}
