// Words of the package are in `locales/<code>/portico.po`, words of the site in `site.po` beside
// it: a site that uses the package uses its translations unchanged. A page loads one module per
// language, which holds both. `forms.po`, `search.po` and `chat.po`, also the package's, are
// separate modules: they are loaded when a form is used, at the first search, or at the first
// question to the assistant. A site's own words that wait for a first use are in `later.po`.
//
// The browser's catalogs leave out words that only the worker uses, in documents and in files of
// pages, and words of parts that the site does not have: no module of its app uses them.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { newWordsOf, WORDS_PLUGIN, type Words } from './words.ts'

/** The language of the messages in the code. */
const SOURCE = 'en'

const PACKAGE = 'portico.po'
const SITE = 'site.po'

/** Code that runs in the worker alone; no browser loads its words. */
const ONLY_WORKER = /^(portico\/src\/worker|site\/files)\/|\.prerender\.tsx$/

/**
 * The plugin that compiles `site.po` with the package's words, and each other one separately.
 *
 * Built code refers to its words by their ids. A word that is in the code but in no catalog yet is
 * compiled with `site.po`, in the words of the code: a page shows those, never an id.
 */
export function catalogs(): Plugin {
  let words: Words = {}
  let isBuild = false
  const compiled = new Map<string, { messages: Words; places: Map<string, Origins> }>()
  return {
    name: 'catalogs',
    configResolved({ plugins, command }) {
      isBuild = command === 'build'
      words = plugins.find(({ name }) => name === WORDS_PLUGIN)?.api.words ?? {}
    },
    transform: {
      filter: { id: /\/(portico|site|forms|search|chat|later)\.po$/ },
      async handler(_, path) {
        for (const file of filesOf(path)) this.addWatchFile(file)
        const isForBrowser = isBuild && this.environment.config.consumer === 'client'
        const places = new Map<string, Origins>()
        const messages = await messagesOf(path, words, isForBrowser ? isOfBrowser : undefined, places)
        for (const id of Object.keys(messages).filter((each) => messages[each] === '')) {
          if (id in words) this.error(`the word \`${id}\` has no text; write its \`message\` where the code names its \`id\``)
          delete messages[id]
        }
        if (isForBrowser) compiled.set(path, { messages, places })
        const { source, errors } = createCompiledCatalog(localeOf(path), messages, { namespace: 'es' })
        for (const error of errors) this.error(`\`${path}\`: \`${error.source}\` is no message: ${error.error.message}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
    // Which modules the app has is known once all are read, and the name of a file is made later.
    renderChunk(_, { moduleIds: [path, ...others] }) {
      const catalog = path === undefined || others.length > 0 ? undefined : compiled.get(path)
      if (path === undefined || catalog === undefined) return null
      const modules = [...this.getModuleIds()].map((id) => id.replace(/\?.*/, ''))
      const isUsed = (id: string) => {
        const origins = catalog.places.get(id) ?? []
        return origins.length === 0 || origins.some(([file]) => modules.some((module) => module.endsWith(`/${file}`)))
      }
      const used = Object.fromEntries(Object.entries(catalog.messages).filter(([id]) => isUsed(id)))
      return { code: createCompiledCatalog(localeOf(path), used, { namespace: 'es' }).source, map: null }
    },
  }
}

/**
 * Texts of a language by the ids of messages; without a translation, English, or the text in
 * `words` of the code. A word without any text is empty. Words are left out if `isWanted` is false
 * for their places in the code; `places` receives the places of the others.
 */
export async function messagesOf(
  path: string,
  words: Words = {},
  isWanted = (_: Origins) => true,
  places = new Map<string, Origins>(),
): Promise<Words> {
  const isSite = basename(path) === SITE
  const messages = isSite ? await newWordsOf(localeOf(path), join(dirname(path), '..'), words) : {}
  for (const file of filesOf(path)) {
    const read = await formatter().parse(readFileSync(file, 'utf8'), {
      locale: localeOf(file),
      sourceLocale: SOURCE,
      filename: file,
    })
    for (const [id, { message, translation, origin = [] }] of Object.entries(read)) {
      if (!isWanted(origin)) continue
      places.set(id, [...(places.get(id) ?? []), ...origin])
      messages[id] = translation || messages[id] || message || words[id] || ''
    }
  }
  return messages
}

/** Files of the code that use a word, each with its line where the catalog has lines. */
type Origins = readonly (readonly [file: string, line?: number])[]

/** A word without a noted place may be used anywhere. */
function isOfBrowser(origins: Origins): boolean {
  return origins.length === 0 || origins.some(([file]) => !ONLY_WORKER.test(file))
}

/** Catalogs that a module is made of; if two have a word, the later one wins. */
function filesOf(path: string): string[] {
  const names = basename(path) === SITE ? [PACKAGE, SITE] : [basename(path)]
  const folders = [join(dirname(path), '..', SOURCE), dirname(path)]
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...new Set(files)].filter((file) => existsSync(file))
}

const localeOf = (path: string) => basename(dirname(path))
