// Catalogs lie outside the package, in `locales/`, so that a translator has one place. English is
// the source: a message's text in the code is its English text.

import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import locales from '../locales/locales.json' with { type: 'json' }

export default defineConfig({
  sourceLocale: 'en',
  locales: locales.map(({ code }) => code),
  catalogs: [
    {
      path: `${fileURLToPath(new URL('../locales', import.meta.url))}/{locale}/messages`,
      include: ['<rootDir>/portico/src', '<rootDir>/site'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
