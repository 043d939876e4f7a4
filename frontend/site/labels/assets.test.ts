import { describe, expect, it } from 'vitest'
import { assetsFigure, assetsText } from './assets.ts'

describe('assets under management', () => {
  it.each([
    [{ value: 18.6, text: '18.6' }, '186', '18.6'],
    [{ value: 7.9, text: '7.9' }, '79', '7.9'],
    [{ value: 123.4, text: '123.4' }, '1,234', '123.4'],
  ])('%j are counted in 亿 in Chinese and in billions in English', (assets, chinese, english) => {
    expect(assetsText(assets, 'zh-CN')).toBe(chinese)
    expect(assetsText(assets, 'en')).toBe(english)
  })

  it('a file for programs has the same figure, without separators', () => {
    const assets = { value: 123.4, text: '123.4' }
    expect(assetsFigure(assets, 'zh-CN')).toBe(1234)
    expect(assetsFigure(assets, 'en')).toBe(123.4)
  })
})
