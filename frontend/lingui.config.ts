// Catalogs lie in `locales/`, so that a translator has one place: the package's words in
// `portico.po`, the site's in `site.po`. English is the source: a message's text in the code is its
// English text.

import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import locales from '../locales/locales.json' with { type: 'json' }

const folder = fileURLToPath(new URL('../locales', import.meta.url))
const exclude = ['**/*.test.ts', '**/*.test.tsx']

export default defineConfig({
  sourceLocale: 'en',
  locales: locales.map(({ code }) => code),
  catalogs: [
    { path: `${folder}/{locale}/portico`, include: ['<rootDir>/portico/src'], exclude },
    { path: `${folder}/{locale}/site`, include: ['<rootDir>/site'], exclude },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
