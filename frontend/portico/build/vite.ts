// Vike builds and serves the app; the contents of the build are described at each setting.

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { catalogs } from './catalogs.ts'
import { chunkGroupsPlugin } from './chunk-groups.ts'
import { entries } from './entries.ts'

export { testPlugins } from './vitest.ts'

/** The package's folder: its files are called the same in every site. */
const PACKAGE = join(import.meta.dirname, '..')

/** Letters that a name may begin with. */
const LETTERS = 26
/** Letters and digits that the names of classes are made of. */
const DIGITS = 36

/**
 * `k3a`: the number of the file that a class comes from, among all of the package and the site, and
 * its place among the names of that file. Every class is part of a first visit's download, and its
 * own name would be half of that; in development the name comes first.
 */
function scopedNames(root: string): (name: string, file: string, css: string) => string {
  const sheets = (folder: string) => globSync('**/*.module.css', { cwd: folder }).sort()
  const [ours, theirs] = [join(PACKAGE, 'src'), join(root, 'site')]
  const places = [...sheets(ours).map((sheet) => join(ours, sheet)), ...sheets(theirs).map((sheet) => join(theirs, sheet))]
  const numbers = new Map(places.map((place, number) => [place, number]))
  return (name, file, css) => {
    if (process.env.NODE_ENV !== 'production') return `${name}_${createHash('sha256').update(file).digest('hex').slice(0, 6)}`
    const number = numbers.get(file)
    if (number === undefined) throw new Error(`${file} is no style sheet of the package or of the site's folder \`site\``)
    const from = String.fromCharCode(97 + (number % LETTERS)) + Math.floor(number / LETTERS).toString(DIGITS)
    const names = [...new Set(css.match(/(?<=\.|@keyframes )[a-z]\w*/gi))]
    return `${from}${names.indexOf(name).toString(DIGITS)}`
  }
}

/** The configuration of the site whose frontend is in the folder `root`. */
export const siteConfig = (root: string) =>
  defineConfig(({ command }) => ({
    plugins: [
      vike(),
      react(),
      entries(),
      catalogs(),
      babel({ presets: [linguiTransformerBabelPreset()] }),
      chunkGroupsPlugin(root),
    ],
    // The worker imports its pages itself. Otherwise each build would write its own address into
    // vike's files, and another build with the same packages could read it, half-way.
    vitePluginServerEntry: { disableAutoImport: true },
    // Only the gateway talks to the development server.
    server: { host: '127.0.0.1' },
    css: {
      modules: { generateScopedName: scopedNames(root) },
    },
    build: {
      target: 'es2022',
      // WeChat's own view on Android, and an iPhone that was not renewed since the beginning of
      // 2023. Without them the minifier writes media queries as ranges, which Safari reads from
      // 16.4 on: before, a phone would show the navigation of a desktop beside its menu.
      cssTarget: ['chrome111', 'firefox115', 'safari16'],
      assetsInlineLimit: 0,
      // One style sheet: a document waits for one file, and navigations find every style in place.
      cssCodeSplit: false,
      modulePreload: {
        // Every browser with modules of this age preloads them by itself.
        polyfill: false,
        // The import itself fetches a chunk: only the chunks that it imports are fetched with it,
        // and the entry names each chunk once less.
        resolveDependencies: (file, dependencies) => dependencies.filter((dependency) => dependency !== file),
      },
    },
    environments: {
      ssr: {
        build: {
          rollupOptions: {
            // dist/server/worker.mjs: the process that the generator talks to.
            input: { worker: './site/worker.ts' },
          },
        },
        resolve: {
          // React stays outside the bundle: bundled, its CommonJS getters make rendering slower.
          // Everything else is bundled, except in development, where CommonJS packages do not work
          // when bundled. The libraries that make files stay outside, too: inside they would be
          // part of the libraries' chunk, and every worker would load them to render its first
          // page.
          noExternal: command === 'build' ? true : [],
          external: [
            'react',
            'react-dom',
            'react-dom/server',
            'react/jsx-runtime',
            'papaparse',
            'pdfkit',
            'fontkit',
            'linebreak',
          ],
        },
      },
    },
  }))
