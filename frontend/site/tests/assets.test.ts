import { describe, expect, it } from 'vitest'
import { routes } from '#/routes.ts'
import { componentName } from '../../portico/src/app/page-components.ts'
import { assetsOf, type Manifest } from '../../portico/src/worker/assets.ts'

const manifest: Manifest = {
  'site/pages/+client.tsx': { file: 'assets/entry.js', imports: ['_vendor.js', '_style.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_style.js': { file: 'assets/style-map.js', css: ['assets/style.css'] },
  'site/routes/news.tsx': { file: 'assets/news.js', imports: ['_vendor.js', '_shared.js'] },
  'site/routes/error.tsx': { file: 'assets/error.js' },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  '../locales/en/site.po': { file: 'assets/en.js' },
  '../locales/zh-CN/site.po': { file: 'assets/zh.js' },
}

describe('document assets', () => {
  it('are the entry, and the closure of route and catalog: one language, one route', () => {
    expect(assetsOf(manifest, 'news', 'en')).toEqual({
      scripts: ['/assets/entry.js'],
      styles: ['/assets/style.css', '/assets/shared.css'],
      preloads: ['/assets/vendor.js', '/assets/style-map.js', '/assets/news.js', '/assets/shared.js', '/assets/en.js'],
    })
  })

  it('the error documents share one module', () => {
    const components = routes.filter(({ id }) => id.startsWith('error-')).map(componentName)
    expect(new Set(components)).toEqual(new Set(['error']))
    expect(assetsOf(manifest, 'error', 'zh-CN').preloads).toContain('/assets/error.js')
  })

  it('a manifest that lacks a module says which', () => {
    expect(() => assetsOf(manifest, 'about', 'en')).toThrow('site/routes/about.tsx')
  })
})
