// Few requests on a first visit: modules that routes share are grouped by how widely they are
// shared.

import { expect, it } from 'vitest'
import { chunkNames, type ModuleGraph } from './chunk-groups.ts'

const ENTRY = '/frontend/site/pages/+client.tsx'
/** Ten routes: half are five, a fifth are two. */
const ROUTES = ['about', 'case', 'chat', 'company', 'error', 'home', 'news', 'terms', 'total', 'work']
const bytes: Record<string, number> = { 'charts.ts': 9000 }

/** A site with the routes `names`; `imports` has the imports of some of them. */
function graphOf(imports: Record<string, string[]>, names: string[]): ModuleGraph {
  const routes = names.map((name) => `/frontend/site/routes/${name}.tsx`)
  const module = (importedIds: string[], dynamicallyImportedIds: string[] = [], code = 100) => ({
    code: 'x'.repeat(code),
    importedIds,
    dynamicallyImportedIds,
  })
  return {
    getModuleInfo: (id) => {
      if (id === ENTRY) return module(['frame.ts'], [...routes, 'window.ts'])
      const route = /routes\/(\w+)\.tsx$/.exec(id)?.[1]
      if (route !== undefined) return module(imports[route] ?? [])
      return module(id === 'section.ts' ? ['reveal.ts'] : [], [], bytes[id])
    },
  }
}

function chunkOf(module: string, imports: Record<string, string[]>, names = ROUTES): string | undefined {
  return chunkNames(ENTRY, graphOf(imports, names)).get(module)
}

function importing(module: string, names: string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, [module]]))
}

it.each([
  ['the entry imports it', 'frame.ts', {}, 'app'],
  ['an error document needs it', 'sentence.ts', importing('sentence.ts', ['error', 'home']), 'app'],
  ['half of the routes need it', 'prose.ts', importing('prose.ts', ['about', 'case', 'home', 'news', 'terms']), 'most'],
  ['a module of these imports it', 'reveal.ts', importing('section.ts', ['about', 'case', 'home', 'news', 'terms']), 'most'],
  ['a fifth of the routes need it', 'table.ts', importing('table.ts', ['about', 'total', 'work']), 'many'],
  ['one route alone needs it', 'map.ts', importing('map.ts', ['home']), undefined],
  ['it waits for a first use', 'window.ts', {}, undefined],
])('%s', (_, module, imports, chunk) => {
  expect(chunkOf(module, imports)).toBe(chunk)
})

it('what few routes share has a chunk of its own only if it is worth a request', () => {
  const names = [...ROUTES, ...ROUTES.map((name) => `${name}2`)]
  expect(chunkOf('charts.ts', importing('charts.ts', ['about', 'total']), names)).toBe('about-total')
  expect(chunkOf('quote.ts', importing('quote.ts', ['about', 'total']), names)).toBe('many')
})
