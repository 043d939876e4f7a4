// @vitest-environment jsdom

import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearIdentityCookie, readCookie, writeIdentityCookie, writeLocaleCookie } from '#/lib/cookies.ts'

afterEach(() => vi.restoreAllMocks())

describe('cookies', () => {
  it('R9.01, R9.02: lifetime, path and flags', () => {
    const set = vi.spyOn(document, 'cookie', 'set')
    writeLocaleCookie('i18n_redirected', 'zh-CN')
    writeIdentityCookie('uuid', 'a b;c')
    clearIdentityCookie('uuid')
    expect(set.mock.calls.map(([cookie]) => cookie)).toEqual([
      'i18n_redirected=zh-CN; Max-Age=31536000; Path=/; SameSite=Lax',
      'uuid=a%20b%3Bc; Max-Age=2592000; Path=/; SameSite=None; Secure',
      'uuid=; Max-Age=0; Path=/; SameSite=None; Secure',
    ])
  })

  it('reads by whole name, decodes, and survives what cannot be decoded', () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('xuuid=1; uuid=a%20b; torn=%E0%A4%A; empty=')
    expect(readCookie('uuid')).toBe('a b')
    expect(readCookie('torn')).toBeUndefined()
    expect(readCookie('empty')).toBe('')
    expect(readCookie('uid')).toBeUndefined()
  })
})
