// Setting text: faces, spaces between scripts, and where lines end.

import type { LocaleCode } from '@portico/app'
import { describe, expect, it } from 'vitest'
import { openFonts } from '#/files/pdf/fonts.ts'
import { runs } from '#/files/pdf/runs.ts'
import { addPage, openSheet } from '#/files/pdf/sheet.ts'
import { broken, type Style, widthOf } from '#/files/pdf/text.ts'

const STYLE: Style = { size: 10, leading: 16, color: '#000000' }

function sheetIn(locale: LocaleCode) {
  const sheet = openSheet({ locale, title: 'T', author: 'A', date: new Date(0) })
  addPage(sheet)
  return sheet
}

const faces = (text: string, locale: LocaleCode) =>
  runs(text, locale, 'regular', openFonts()).map(({ text, font, gap }) => [text, font, gap])

describe('runs', () => {
  it('figures in Chinese are Latin, a quarter of an em away; marks are Chinese', () => {
    expect(faces('涨到2.4倍，“两件事”', 'zh-CN')).toEqual([
      ['涨到', 'chinese', 0],
      ['2.4', 'latin', 0.25],
      ['倍，“两件事”', 'chinese', 0.25],
    ])
  })

  it('quotation marks in English are Latin, a Chinese name is set in its own face', () => {
    expect(faces('“Tide” 潮', 'en')).toEqual([
      ['“Tide” ', 'latin', 0],
      ['潮', 'chinese', 0],
    ])
  })
})

describe('lines', () => {
  const CHINESE =
    '管理费跟着基金的年纪走。一只基金在投资期内按认缴额收费，过了投资期按仍然持有的成本收费。三号基金2023年出了投资期，此后每卖出一家，费基就小一点。'

  it.each([90, 140, 200, 333])('of Chinese at %i pt fit, lose nothing, and begin with no mark', (width) => {
    const sheet = sheetIn('zh-CN')
    const lines = broken(sheet, CHINESE, width, STYLE)
    expect(lines.join('')).toBe(CHINESE)
    for (const line of lines) {
      expect(widthOf(sheet, line, STYLE)).toBeLessThanOrEqual(width)
      expect(line).toMatch(/^[^，。；：、”）]/u)
    }
  })

  it('leave no single character on the last one', () => {
    const lines = broken(sheetIn('zh-CN'), '潮水来去之间站着一家人', 100, STYLE)
    expect(lines).toEqual(['潮水来去之间站着', '一家人'])
  })

  it('a word that is wider than the line stands alone', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft'
    expect(broken(sheetIn('en'), `at ${word} now`, 60, STYLE)).toEqual(['at', word, 'now'])
  })
})
