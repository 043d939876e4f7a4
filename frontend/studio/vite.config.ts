// Builds the studio, a product of its own, to studio/dist: `index.html` and `frame.html`, which the
// generator serves at `/studio/` and `/studio/frame`, and hashed files under `assets/`.

import { fileURLToPath } from 'node:url'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { studioWords } from './build/words.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/studio/',
  cacheDir: '../node_modules/.vite-studio',
  plugins: [react(), studioWords(), babel({ presets: [linguiTransformerBabelPreset()] })],
  server: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The page's policy permits no inline script, and no `data:` font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
