import { describe, expect, it } from 'vitest'
import { returnPath } from '#/features/login/return-path.ts'

const to = (redirect: string) => returnPath(`?${new URLSearchParams({ redirect })}`, 'en')

describe('the way back after signing in (R6.02)', () => {
  it.each(['/en/product', '/product?a=1#b', '/news/login', '/loginx'])('%s is gone back to', (path) => {
    expect(to(path)).toBe(path)
  })

  it.each([
    '/login',
    '/en/login',
    '/login/',
    '/login?redirect=/login',
    '/login#a',
    '/./login',
    '/%6cogin',
    '/en/%6C%6Fgin',
    '/a/../login',
  ])('%s is the sign-in page: home instead', (path) => {
    expect(to(path)).toBe('/en')
  })

  // The rest of the table is in lib/safe-url.test.ts.
  it.each(['//other.example', '/.//other.example', 'https://other.example', '/%2fother.example', ''])(
    '%s is another site: home instead',
    (path) => {
      expect(to(path)).toBe('/en')
    },
  )

  it('no way back is given, or a torn one: home', () => {
    expect(returnPath('', 'zh-CN')).toBe('/')
    expect(returnPath('?redirect', 'zh-CN')).toBe('/')
    expect(returnPath('?redirect=%', 'zh-CN')).toBe('/')
  })

  it('the first of several ways counts, and is checked', () => {
    expect(returnPath('?redirect=//other.example&redirect=/product', 'en')).toBe('/en')
  })
})
