// Words of the package are in `locales/<code>/portico.po`, words of the site in `site.po` beside
// it: a site that takes the package takes its translations as they are. A page loads one module per
// language, which holds both; `forms.po`, `search.po` and `chat.po`, the package's too, are modules
// of their own, loaded when a form is used, somebody searches or asks the assistant.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

/** The language in which messages stand in the code. */
const SOURCE = 'en'

const PACKAGE = 'portico.po'
const SITE = 'site.po'

/** The plugin that compiles `site.po` with the package's words, and each other one by itself. */
export function catalogs(): Plugin {
  return {
    name: 'catalogs',
    transform: {
      filter: { id: /\/(portico|site|forms|search|chat)\.po$/ },
      async handler(_, path) {
        for (const file of filesOf(path)) this.addWatchFile(file)
        const { source, errors } = createCompiledCatalog(localeOf(path), await messagesOf(path), { namespace: 'es' })
        for (const error of errors) this.error(`\`${path}\`: \`${error.source}\` is no message: ${error.error.message}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Texts of a language by the ids of messages; English where there is no translation. */
export async function messagesOf(path: string): Promise<Record<string, string>> {
  const messages: Record<string, string> = {}
  for (const file of filesOf(path)) {
    const read = await formatter().parse(readFileSync(file, 'utf8'), {
      locale: localeOf(file),
      sourceLocale: SOURCE,
      filename: file,
    })
    for (const [id, { message, translation }] of Object.entries(read)) {
      messages[id] = translation || messages[id] || message || id
    }
  }
  return messages
}

/** Catalogs that a module is made of; of two that have a word, the later one says it. */
function filesOf(path: string): string[] {
  const names = basename(path) === SITE ? [PACKAGE, SITE] : [basename(path)]
  const folders = [join(dirname(path), '..', SOURCE), dirname(path)]
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...new Set(files)].filter((file) => existsSync(file))
}

const localeOf = (path: string) => basename(dirname(path))
