// `npm run parts`: the parts page on a separate server. No part of it is built or published.

import { fileURLToPath } from 'node:url'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from '../portico/build/catalogs.ts'
import { entries } from '../portico/build/entries.ts'
import { fonts } from './fonts.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite-parts',
  plugins: [react(), entries(), catalogs(), babel({ presets: [linguiTransformerBabelPreset()] }), fonts()],
  // The catalogs are beside the package.
  server: { host: '127.0.0.1', fs: { allow: ['../..'] } },
})
