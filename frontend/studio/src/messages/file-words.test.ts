import { expect, test } from 'vitest'
import { sizeWords } from './file-words.ts'

test('a size has the unit in which it is short', () => {
  for (const [bytes, words] of [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1_572_864, '1.5 MB'],
    [20 * 1024 * 1024, '20 MB'],
    [3 * 1024 ** 4, '3072 GB'],
  ] as const)
    expect(sizeWords(bytes)).toBe(words)
})
