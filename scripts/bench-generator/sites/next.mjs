import { NpmSite } from './npm-site.mjs'

export class Next extends NpmSite {
  constructor() {
    super({
      name: 'next',
      adds: '(export, with its payloads)',
      script: ['next/dist/bin/next', 'build'],
      output: 'out',
      caches: ['.next'],
      env: { NEXT_TELEMETRY_DISABLED: '1' },
      perArticle: { files: 400_000, memory: 200_000 },
      fixed: { files: 400e6, memory: 800e6 },
    })
  }
}
