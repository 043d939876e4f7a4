// Tests see the code as the build does: macros expanded, catalogs compiled; vike is left out.

import { testPlugins } from '@portico/app/vite'
import { defineConfig } from 'vitest/config'
import { studioWords } from './studio/build/words.ts'

export default defineConfig({
  plugins: testPlugins(),
  test: {
    // Files that need a DOM declare it at their top: `// @vitest-environment jsdom`.
    environment: 'node',
    // A thread starts in two thirds of a process's time.
    pool: 'threads',
    unstubGlobals: true,
    restoreMocks: true,
    // The first test of a file loads every page; a busy machine takes its time.
    testTimeout: 20_000,
    projects: [
      // The package is tested on a fixture site, the sample beside itself.
      {
        extends: true,
        test: { name: 'portico', include: ['portico/**/*.test.{ts,tsx}'], setupFiles: ['portico/src/testing/setup.ts'] },
      },
      {
        extends: true,
        test: { name: 'site', include: ['{site,parts}/**/*.test.{ts,tsx,mjs}'], setupFiles: ['site/testing/setup.ts'] },
      },
      { extends: true, plugins: [studioWords()], test: { name: 'studio', include: ['studio/**/*.test.{ts,tsx}'] } },
    ],
  },
})
