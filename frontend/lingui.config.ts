// Catalogs are in `locales/`, so that a translator has one place. The package's words are in
// `portico.po`, and those that wait for a first use in `forms.po`, `search.po` and `chat.po`; the
// site's words are in `site.po`, and those that wait for a first use in `later.po`. English is the
// source: a message's text in the code is its English text.

import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import locales from '../locales/locales.json' with { type: 'json' }

const folder = fileURLToPath(new URL('../locales', import.meta.url))
const exclude = ['**/*.test.ts', '**/*.test.tsx']

/** Code that waits for a form to be used, the account's among them, and its words with it. */
const forms = [
  '<rootDir>/portico/src/features/account',
  '<rootDir>/portico/src/features/login/second-step',
  '<rootDir>/portico/src/ui/form/rules',
  '<rootDir>/portico/src/features/message/live',
  '<rootDir>/portico/src/worker/refusals-file.tsx',
]

/** Code that waits for a search, and its words with it. */
const search = ['<rootDir>/portico/src/features/search/live', '<rootDir>/portico/src/worker/search-file.tsx']

/** The conversation with the assistant, and its words with it. */
const chat = ['<rootDir>/portico/src/features/chat/live']

/** Parts of the site that are loaded when they are opened, and their words with them. */
const later = ['<rootDir>/site/features/message/tide']

export default defineConfig({
  sourceLocale: 'en',
  locales: locales.map(({ code }) => code),
  catalogs: [
    {
      path: `${folder}/{locale}/portico`,
      include: ['<rootDir>/portico/src'],
      exclude: [...exclude, ...forms, ...search, ...chat],
    },
    { path: `${folder}/{locale}/forms`, include: forms, exclude },
    { path: `${folder}/{locale}/search`, include: search, exclude },
    { path: `${folder}/{locale}/chat`, include: chat, exclude },
    { path: `${folder}/{locale}/site`, include: ['<rootDir>/site'], exclude: [...exclude, ...later] },
    { path: `${folder}/{locale}/later`, include: later, exclude },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
})
