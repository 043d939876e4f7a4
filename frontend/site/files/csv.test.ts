import { describe, expect, it } from 'vitest'
import { csv } from '#/files/csv.ts'

describe('CSV', () => {
  it('is UTF-8 behind a byte order mark, and every line ends in CRLF', () => {
    const rows = [
      ['年份', '收入（百万元）'],
      [2025, 208.5],
    ]
    expect(Buffer.from(csv(rows))).toEqual(
      Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from('年份,收入（百万元）\r\n2025,208.5\r\n')]),
    )
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' edge ', '" edge "'],
    ['', ''],
  ])('%j is written %j (RFC 4180)', (text, cell) => {
    expect(csv([['x', text]])).toBe(`\uFEFFx,${cell}\r\n`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '－1', '=HYPERLINK("http://x","y")'])(
    '%j is never a formula',
    (text) => {
      expect(csv([[text]])).toBe(`\uFEFF"'${text.replaceAll('"', '""')}"\r\n`)
    },
  )

  it('a negative figure is a figure', () => {
    expect(csv([[-12.5, 0, 1112.8, 1e6]])).toBe('\uFEFF-12.5,0,1112.8,1000000\r\n')
  })
})
