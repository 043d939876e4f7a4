// Words of the package are in `locales/<code>/portico.po`, words of the site in `site.po` beside
// it: a site that takes the package takes its translations as they are. A page loads one module per
// language, which holds both; `forms.po`, `search.po` and `chat.po`, the package's too, are modules
// of their own, loaded when a form is used, somebody searches or asks the assistant.
//
// The browser's catalogs leave out words of the worker alone, in documents and in files of pages.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { newWordsOf, WORDS_PLUGIN, type Words } from './words.ts'

/** The language in which messages stand in the code. */
const SOURCE = 'en'

const PACKAGE = 'portico.po'
const SITE = 'site.po'

/** Code that runs in the worker alone; no browser loads its words. */
const ONLY_WORKER = /^(portico\/src\/worker|site\/files)\/|\.prerender\.tsx$/

/**
 * The plugin that compiles `site.po` with the package's words, and each other one by itself.
 *
 * Code that is built calls its words by their ids. A word that is in the code but in no catalog yet
 * is compiled with `site.po`, in the words of the code: a page shows those, never an id.
 */
export function catalogs(): Plugin {
  let words: Words = {}
  let isBuild = false
  return {
    name: 'catalogs',
    configResolved({ plugins, command }) {
      isBuild = command === 'build'
      words = plugins.find(({ name }) => name === WORDS_PLUGIN)?.api.words ?? {}
    },
    transform: {
      filter: { id: /\/(portico|site|forms|search|chat)\.po$/ },
      async handler(_, path) {
        for (const file of filesOf(path)) this.addWatchFile(file)
        const isForBrowser = isBuild && this.environment.config.consumer === 'client'
        const messages = await messagesOf(path, words, isForBrowser ? isOfBrowser : undefined)
        for (const id of Object.keys(messages).filter((each) => messages[each] === '')) {
          if (id in words) this.error(`the word \`${id}\` has no text; write its \`message\` where the code names its \`id\``)
          delete messages[id]
        }
        const { source, errors } = createCompiledCatalog(localeOf(path), messages, { namespace: 'es' })
        for (const error of errors) this.error(`\`${path}\`: \`${error.source}\` is no message: ${error.error.message}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}

/**
 * Texts of a language by the ids of messages; where there is no translation, English, or the text
 * in `words` of the code. A word that has no text at all is empty. Left out are words for whose
 * places in the code `isWanted` is false.
 */
export async function messagesOf(path: string, words: Words = {}, isWanted = (_: Origins) => true): Promise<Words> {
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
      messages[id] = translation || messages[id] || message || words[id] || ''
    }
  }
  return messages
}

/** Files of the code that say a word, each with its line where the catalog has lines. */
type Origins = readonly (readonly [file: string, line?: number])[]

/** A word without a noted place may be said anywhere. */
function isOfBrowser(origins: Origins): boolean {
  return origins.length === 0 || origins.some(([file]) => !ONLY_WORKER.test(file))
}

/** Catalogs that a module is made of; of two that have a word, the later one says it. */
function filesOf(path: string): string[] {
  const names = basename(path) === SITE ? [PACKAGE, SITE] : [basename(path)]
  const folders = [join(dirname(path), '..', SOURCE), dirname(path)]
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...new Set(files)].filter((file) => existsSync(file))
}

const localeOf = (path: string) => basename(dirname(path))
