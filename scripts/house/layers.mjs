// Layers of the frontend: which folders and files of a root may import which others, as the table
// `# Layout` of a crate does for Rust.

import { posix } from 'node:path'

/**
 * The list of roots. A layer names folders and files of its root; it may import itself and the
 * layers under it: the one before it, unless `over` names others. `apart`: the folders of the layer
 * do not import each other. `others`: roots whose files it may import. The prefix `#/` leads to
 * `own`, by the package.json that holds the root.
 */
export const ROOTS = [
  {
    root: 'frontend/portico/src',
    own: 'frontend/portico/src',
    others: [],
    // A package that imports itself by its name would depend on its own entries.
    isPackage: true,
    layers: [
      // A script of its own, of 1 KB: it imports no other layer.
      ['figures'],
      [
        'contract.ts',
        'contract.gen.ts',
        'content.ts',
        'definition.ts',
        'register.ts',
        'vite-env.d.ts',
        'enumerations',
        'lib',
        'i18n',
        'api',
      ],
      ['page'],
      ['state'],
      ['ui'],
      ['features'],
      ['app'],
      ['worker'],
      ['dev'],
      ['testing'],
      ['entries'],
    ].map((names) => ({ names, apart: names[0] === 'features' })),
  },
  {
    root: 'frontend/site',
    own: 'frontend/site',
    others: [],
    layers: [
      { names: ['routes.ts', 'queries.ts', 'metadata.ts', 'page-files.ts', 'content.gen.ts', 'linebreak.d.ts'] },
      { names: ['labels'] },
      { names: ['ui'] },
      { names: ['features'], apart: true },
      { names: ['layouts'] },
      { names: ['routes'] },
      // Page files are made without a page: they share only labels with the pages.
      { names: ['files'], over: ['labels'] },
      {
        names: ['site.ts', 'around.tsx', 'file-makers.ts', 'header-classes.ts', 'styles.ts', 'styles', 'worker.ts', 'pages'],
        over: ['routes', 'files'],
      },
    ],
  },
  {
    root: 'frontend/studio/src',
    own: 'frontend/studio/src',
    others: [],
    layers: [
      ['api.ts', 'past.ts', 'lib', 'pieces.ts', 'marked-texts.ts', 'align.ts'],
      ['state'],
      ['fields'],
      ['frame'],
      ['editor'],
      ['panel'],
      ['entries'],
      ['header'],
      ['review'],
      ['history'],
      ['messages'],
      ['app.tsx', 'banners.tsx', 'conflict-dialog.tsx'],
      ['main.tsx', 'start.ts', 'styles'],
    ].map((names) => ({ names })),
  },
  { root: 'frontend/parts', own: 'frontend/site', others: ['frontend/site'] },
]

/** Files that only tests have. */
const OF_TESTS = /\.test\.tsx?$|\/(testing|tests)\//

/**
 * Imports that point up or across, and names of a root that no layer has. `files` are those of the
 * repository: `{ path, text }`.
 */
export function refusals(files, roots = ROOTS) {
  const written = files.filter(({ path }) => /\.tsx?$/.test(path) && !OF_TESTS.test(path) && rootOf(path, roots) !== undefined)
  return [
    ...roots.filter(({ layers }) => layers !== undefined).flatMap((root) => differences(root, written, files)),
    ...written.flatMap(({ path, text }) =>
      importsOf(text).flatMap(({ name, line }) => {
        const reason = reasonAgainst(path, name, roots)
        return reason === undefined ? [] : [`${path}:${line}: \`${name}\` ${reason}`]
      }),
    ),
  ]
}

/** The imported modules of a file, formatted by biome. */
export function importsOf(text) {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  const found = code.matchAll(/^(?:import|export)\b[^'";=]*?'([^']+)'|\bimport\(\s*'([^']+)'/gm)
  return [...found].map((match) => ({
    name: match[1] ?? match[2],
    line: code.slice(0, match.index + match[0].length).split('\n').length,
  }))
}

/** Why `path` must not import `name`; undefined if it may. */
function reasonAgainst(path, name, roots) {
  const from = rootOf(path, roots)
  if (/^@portico\/app(\/|$)/.test(name)) return from.isPackage ? 'is the package itself' : undefined
  const target = targetOf(path, name, from)
  if (target === undefined) return undefined
  const to = rootOf(target, roots)
  if (to !== from) return to === undefined || from.others.includes(to.root) ? undefined : `belongs to ${to.root}`
  if (from.layers === undefined) return undefined
  return reasonWithin(from, partOf(path, from), partOf(target, from))
}

function reasonWithin({ layers }, from, to) {
  const mine = layerOf(from, layers)
  const other = layerOf(to, layers)
  // A name without a layer has its own line.
  if (mine === undefined) return undefined
  if (other === undefined) return 'is in no layer'
  if (other === mine) return mine.apart && from[1] !== to[1] ? `is a neighbour in \`${from[0]}\`` : undefined
  return below(mine, layers).has(other) ? undefined : `is in a layer above \`${from[0]}\`, or beside it`
}

/** All layers under one. */
function below(layer, layers) {
  const at = layers.indexOf(layer)
  const under =
    layer.over?.map((name) => layers.find(({ names }) => names.includes(name))) ?? layers.slice(Math.max(at - 1, 0), at)
  return new Set(under.flatMap((next) => [next, ...below(next, layers)]))
}

/** The imported path from the repository's root; undefined for another package. */
function targetOf(path, name, { own }) {
  if (name.startsWith('#/')) return posix.join(own, name.slice(2))
  return name.startsWith('.') ? posix.join(posix.dirname(path), name) : undefined
}

/** Names in the root that no layer has, and the reverse. */
function differences({ root, layers }, written, files) {
  const namesIn = (some) =>
    new Set(some.filter(({ path }) => path.startsWith(`${root}/`)).map(({ path }) => partOf(path, { root })[0]))
  const listed = new Set(layers.flatMap(({ names }) => names))
  return [
    ...[...namesIn(written).difference(listed)].map((name) => `\`${root}/${name}\` is in no layer`),
    ...[...listed.difference(namesIn(files))].map((name) => `the layers name \`${root}/${name}\`, which is not there`),
  ]
}

const rootOf = (path, roots) => roots.find(({ root }) => path.startsWith(`${root}/`))

const partOf = (path, { root }) => path.slice(root.length + 1).split('/')

const layerOf = ([top], layers) => layers.find(({ names }) => names.includes(top))
