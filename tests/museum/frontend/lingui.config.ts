// Catalogs: this site's words are in locales/<code>/site.po, for translators; `portico` puts those
// of Portico beside them. English is the source: a message's text in the code is English.

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import locales from '../locales/locales.json' with { type: 'json' }

export default defineConfig({
  sourceLocale: 'en',
  locales: locales.map(({ code }) => code),
  catalogs: [{ path: '<rootDir>/../locales/{locale}/site', include: ['<rootDir>/site'], exclude: ['**/*.test.ts*'] }],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
