import { NpmSite } from './npm-site.mjs'

export class Vike extends NpmSite {
  constructor() {
    super({
      name: 'vike',
      adds: 'with React, prerendered with payloads',
      script: ['vike/bin.js', 'build'],
      output: 'dist',
      caches: ['node_modules/.vite'],
      perArticle: { files: 70_000, memory: 350_000 },
      fixed: { files: 100e6, memory: 500e6 },
    })
  }

  outputFolder() {
    return `${super.outputFolder()}/client`
  }
}
