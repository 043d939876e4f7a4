import { describe, expect, it } from 'vitest'
import { defaultLocale, prefixed, siteLocales, unprefixed } from '#/i18n/locales.ts'
import { preferredLocale } from '#/i18n/prefer.ts'

describe('locales', () => {
  it('R3.04: each has a language and a code; exactly one is the default, without a prefix; codes, prefixes and languages differ', () => {
    expect(siteLocales().filter((locale) => locale.default || locale.prefix === '')).toEqual([defaultLocale()])
    for (const key of ['code', 'prefix', 'language'] as const) {
      expect(new Set(siteLocales().map((locale) => locale[key])).size).toBe(siteLocales().length)
    }
    for (const { code, language } of siteLocales()) expect([code, language]).not.toContain('')
  })

  it.each(['/', '/news', '/news/first-close', '/english'])('%s survives its prefix', (path) => {
    for (const { code } of siteLocales()) expect(unprefixed(prefixed(path, code))).toEqual({ locale: code, path })
  })

  it('a prefix is a whole segment', () => {
    expect(unprefixed('/english')).toEqual({ locale: 'zh-CN', path: '/english' })
    expect(unprefixed('/en')).toEqual({ locale: 'en', path: '/' })
  })

  it.each([
    [['en-GB', 'zh-CN'], 'en'],
    [['zh-TW'], 'zh-CN'],
    [['fr', 'de-AT'], undefined],
    [['fr', 'zh'], 'zh-CN'],
    [[], undefined],
  ])('a browser that prefers %j is offered %s (R1.01)', (languages, code) => {
    expect(preferredLocale(languages)).toBe(code)
  })
})
