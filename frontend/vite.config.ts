// Vike builds and serves the app; what leaves the build is described at each setting.

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [vike(), react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
  // Only the gateway talks to the development server.
  server: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every browser with modules of this age preloads them by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One style sheet: a document waits for one file, and navigations find every style in place.
            { name: 'style', test: /\.css$/ },
            // Libraries change seldom: visitors keep this chunk over many releases.
            { name: 'vendor', test: /node_modules\/(?!vike\/)/ },
          ],
        },
      },
    },
  },
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          // dist/server/worker.mjs: the process that the generator talks to.
          input: { worker: './src/worker/main.ts' },
        },
      },
      resolve: {
        // React stays outside the bundle: bundled, its CommonJS getters make rendering slower. Everything else goes in, except in
        // development, where CommonJS packages do not survive it.
        noExternal: command === 'build' ? true : [],
        external: ['react', 'react-dom', 'react-dom/server', 'react/jsx-runtime'],
      },
    },
  },
}))
