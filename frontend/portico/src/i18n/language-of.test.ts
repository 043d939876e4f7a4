import { expect, it } from 'vitest'
import { foreignLanguage } from './language-of.ts'

it.each([
  ['在县城，和十二位厂长谈自动化', 'en', 'zh-CN'],
  ['How ports buy software', 'zh-CN', 'en'],
  ['镜湖储能在安徽并网一座200MWh电站', 'zh-CN', undefined],
  ['How ports buy software', 'en', undefined],
  ['2026', 'zh-CN', undefined],
] as const)('R1.01: “%s” on a page in %s is marked as %s', (text, locale, expected) => {
  expect(foreignLanguage(text, locale)).toBe(expected)
})

it.each([
  ['港口のソフトウェア', 'en', 'ja'],
  ['港口のソフトウェア', 'zh-CN', 'ja'],
  ['How ports buy software', 'ja', 'en'],
  // Characters that both languages write: no evidence for the other language.
  ['港口', 'ja', undefined],
  ['港口', 'ru', 'zh-CN'],
  ['Порты', 'en', 'ru'],
  ['Häfen kaufen Software', 'en', undefined],
] as const)('“%s” on a page in %s of a site in five languages is marked as %s', (text, locale, expected) => {
  const codes = ['en', 'zh-CN', 'ja', 'ru', 'de']
  expect(foreignLanguage(text, locale as 'en', codes)).toBe(expected)
})
