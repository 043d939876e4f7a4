import { describe, expect, it } from 'vitest'
import { isDangerous, navigable, RefusedNavigation, sameSitePath } from '#/lib/safe-url.ts'

const base = 'https://site.example/en/news'

describe('safe urls (R8.04)', () => {
  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://site.example/1',
    'filesystem:https://site.example/x',
    'view-source:https://site.example/',
    'http://[',
  ])('refuses %j, even as an external address', (url) => {
    expect(isDangerous(url, base)).toBe(true)
    expect(() => navigable(url, { base, external: true })).toThrow(RefusedNavigation)
  })

  it('refuses another origin unless that is said', () => {
    for (const url of ['https://other.example/', '//other.example/x', 'https://site.example:444/', 'mailto:a@b.example']) {
      expect(() => navigable(url, { base }), url).toThrow(RefusedNavigation)
      expect(navigable(url, { base, external: true })).toBeInstanceOf(URL)
    }
  })

  it('resolves addresses of this site', () => {
    expect(navigable('/about?a=1#b', { base }).href).toBe('https://site.example/about?a=1#b')
    expect(navigable('?a=1', { base }).pathname).toBe('/en/news')
  })

  it('a redirect parameter leads to this site or nowhere', () => {
    expect(sameSitePath('/en/product?a=1#b', '/')).toBe('/en/product?a=1#b')
    for (const value of [
      null,
      '',
      'product',
      '//other.example',
      '/\\other.example',
      '/\t/other.example',
      'https://other.example',
    ]) {
      expect(sameSitePath(value, '/en'), String(value)).toBe('/en')
    }
  })
})
