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

  it.each([
    ['/en/product?a=1#b', '/en/product?a=1#b'],
    ['/news/page/2', '/news/page/2'],
    ['/a/../product', '/product'],
    ['/chat?q=%2F%2Fother.example', '/chat?q=%2F%2Fother.example'],
    ['/user:password@other.example', '/user:password@other.example'],
    ['/∕∕other.example', '/%E2%88%95%E2%88%95other.example'],
    ['/／other.example', '/%EF%BC%8Fother.example'],
  ])('R6.02: a redirect parameter %j leads to this site', (value, path) => {
    expect(sameSitePath(value, '/en')).toBe(path)
    expect(new URL(path, base).origin).toBe('https://site.example')
  })

  it.each([
    null,
    '',
    ' ',
    'product',
    '?a=1',
    'https://other.example',
    'https:other.example',
    'https:/other.example',
    'HTTPS://user@other.example',
    'javascript:alert(1)',
    '//other.example',
    '///other.example',
    '//user:password@other.example',
    '/\\other.example',
    '\\/other.example',
    '\\\\other.example',
    '/\t/other.example',
    '/\n/other.example',
    '/\r\n/other.example',
    '\t//other.example',
    ' //other.example',
    '/\t\\other.example',
    '/.//other.example',
    '/./\\other.example',
    '/..//other.example',
    '/a/..//other.example',
    '/%2e//other.example',
    '/%2E%2e//other.example',
    '/%2f/other.example',
    '/%2F%2Fother.example',
    '/%5C/other.example',
    '/%5cother.example',
    '/%252f/other.example',
    '/%25252f/other.example',
    '/%255cother.example',
    '//[',
  ])('R6.02: a redirect parameter %j leads nowhere else', (value) => {
    expect(sameSitePath(value, '/en')).toBe('/en')
  })
})
