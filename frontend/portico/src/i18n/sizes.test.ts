import { describe, expect, it } from 'vitest'
import { sizeText } from './sizes.ts'

describe('the size of a file (R2.05)', () => {
  it.each([
    [0, '0 bytes', '0字节'],
    [1, '1 byte', '1字节'],
    [63, '63 bytes', '63字节'],
    [1_024, '1 KB', '1 KB'],
    [52_000, '51 KB', '51 KB'],
    [1_000_000, '977 KB', '977 KB'],
    [1_048_000, '1,023 KB', '1,023 KB'],
    [1_048_575, '1.0 MB', '1.0 MB'],
    [1_048_576, '1 MB', '1 MB'],
    [6_000_000, '5.7 MB', '5.7 MB'],
    [20 * 1024 * 1024, '20 MB', '20 MB'],
  ])('%d bytes: %s, %s', (bytes, english, chinese) => {
    expect([sizeText(bytes, 'en'), sizeText(bytes, 'zh-CN')]).toEqual([english, chinese])
  })
})
