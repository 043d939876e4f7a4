// Vite's plugins for tests: macros expanded and catalogs compiled, as the build does it.

import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'
import type { VitestPluginContext } from 'vitest/node'
import { catalogs } from './catalogs.ts'
import { entries } from './entries.ts'

/** Plugins of a site's Vitest configuration. */
export function testPlugins(): PluginOption[] {
  return [react(), entries(), catalogs(), freshCatalogs(), babel({ presets: [linguiTransformerBabelPreset()] })]
}

/**
 * Keeps compiled catalogs out of Vitest's cache: its keys are made of one file, and a catalog is
 * compiled from several.
 */
function freshCatalogs(): Plugin {
  return {
    name: 'fresh-catalogs',
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      defineCacheKeyGenerator(({ id }) => (id.endsWith('.po') ? false : undefined))
    },
  }
}
