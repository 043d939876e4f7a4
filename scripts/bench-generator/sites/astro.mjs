import { NpmSite } from './npm-site.mjs'

export class Astro extends NpmSite {
  constructor() {
    super({
      name: 'astro',
      adds: 'with React (HTML only)',
      script: ['astro/bin/astro.mjs', 'build'],
      output: 'dist',
      caches: ['.astro', 'node_modules/.astro', 'node_modules/.vite'],
      env: { ASTRO_TELEMETRY_DISABLED: '1' },
      perArticle: { files: 60_000, memory: 600_000 },
      fixed: { files: 200e6, memory: 500e6 },
    })
  }
}
