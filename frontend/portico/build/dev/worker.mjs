// The worker in development, copied to `dist/server/worker.mjs` of a development frontend: it runs
// the modules of the site as the development server made them. They are in `modules.json` beside
// it, because a worker has no access to the sources.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNodeImportMeta, ESModulesEvaluator, ModuleRunner } from 'vite/module-runner'

// React's development build has the functions that modules in development call.
process.env.NODE_ENV = 'development'
Error.stackTraceLimit = 50

const { entry, modules } = JSON.parse(readFileSync(join(import.meta.dirname, 'modules.json'), 'utf8'))
const CALLS = { fetchModule: ([address]) => findModule(address), getBuiltins: () => [] }

const runner = new ModuleRunner(
  {
    transport: { invoke: ({ data: { name, data } }) => answer(() => CALLS[name](data)) },
    hmr: false,
    sourcemapInterceptor: 'prepareStackTrace',
    createImportMeta: describeModule,
  },
  new ESModulesEvaluator(),
)
await runner.import(entry)

async function answer(call) {
  try {
    return { result: call() }
  } catch (error) {
    return { error }
  }
}

function findModule(address) {
  const found = modules[address]
  if (found === undefined) throw new Error(`the development server has no module \`${address}\``)
  return found
}

/** `import.meta` of a module; the entry's folder is this one, as in a build. */
function describeModule(path) {
  const meta = createNodeImportMeta(path)
  return path === modules[entry].file ? { ...meta, dirname: import.meta.dirname } : meta
}
