// A Vite plugin: a catalog of the studio, `words/en.po`, becomes a module of compiled messages.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

/** The plugin. A message without a translation is compiled in English. */
export function studioWords(): Plugin {
  return {
    name: 'studio-words',
    transform: {
      filter: { id: /\/studio\/words\/[\w-]+\.po$/ },
      async handler(_, path) {
        const locale = basename(path, '.po')
        const read = await formatter().parse(readFileSync(path, 'utf8'), { locale, sourceLocale: 'en', filename: path })
        const texts = Object.entries(read).map(([id, { message, translation }]) => [id, translation || message || id])
        const { source, errors } = createCompiledCatalog(locale, Object.fromEntries(texts), { namespace: 'es' })
        for (const error of errors) this.error(`\`${path}\`: \`${error.source}\` is no message: ${error.error.message}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}
