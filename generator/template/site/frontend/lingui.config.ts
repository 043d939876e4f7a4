// The words of this site lie in locales/<code>/site.po, for translators; those of Portico beside
// them, where `portico` puts them. English is the source: a message stands in the code in English.

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
