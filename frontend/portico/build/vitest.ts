// Vite's plugins for tests: macros expanded and catalogs compiled, as the build does it.

import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { catalogs } from './catalogs.ts'

/** Plugins of a site's Vitest configuration. */
export function testPlugins(): PluginOption[] {
  return [react(), catalogs(), babel({ presets: [linguiTransformerBabelPreset()] })]
}
