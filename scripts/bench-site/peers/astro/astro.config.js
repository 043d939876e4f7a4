// The bench site for Astro: its content layer and Markdown, and React components that no script
// follows. Code is not highlighted.

import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({
  site: 'https://bench.example',
  integrations: [react()],
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
})
