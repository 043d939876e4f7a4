// The modules of the worker, from the development server: the entry and all that it imports, each
// under the address by which it is imported.

import { ESModulesEvaluator } from 'vite/module-runner'

/** The worker's entry, as the server addresses it. */
export const ENTRY = '/site/worker.ts'

/** Lines that the worker puts before the code of a module. */
const { startOffset } = new ESModulesEvaluator()

/**
 * Fetches all modules of the worker; unchanged ones cost no time. A module that cannot be made is
 * an error with `loc`, `frame` and the file as Vite reports them.
 */
export async function fetchModules(server) {
  const { worker } = server.environments
  const modules = {}
  const follow = async (address, importer) => {
    if (address in modules) return
    modules[address] = undefined
    const fetched = await worker.fetchModule(address, importer, { startOffset })
    modules[address] = fetched
    if ('externalize' in fetched) return
    const { deps = [], dynamicDeps = [] } = worker.moduleGraph.getModuleById(fetched.id)?.transformResult ?? {}
    await Promise.all([...deps, ...dynamicDeps].map((each) => follow(each, fetched.id)))
  }
  await follow(ENTRY)
  // In order, so that the same sources make the same file.
  const sorted = Object.keys(modules).sort()
  return Object.fromEntries(sorted.map((address) => [address, pick(modules[address])]))
}

/** The fields that a worker needs. */
function pick(fetched) {
  if ('externalize' in fetched) return fetched
  const { code, file, id, url } = fetched
  return { code, file, id, url, invalidate: false }
}
