// Tests see the code as the build does: macros expanded, catalogs compiled; vike is left out.

import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { catalogs } from './portico/build/catalogs.ts'

export default defineConfig({
  plugins: [react(), catalogs(), babel({ presets: [linguiTransformerBabelPreset()] })],
  test: {
    // Files that need a DOM say so at their top: `// @vitest-environment jsdom`.
    environment: 'node',
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
    ],
  },
})
