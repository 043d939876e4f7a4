import { expect, it } from 'vitest'
import { countsInMyriads, isIdeographic, scriptOf } from './script.ts'

it.each([
  ['zh-CN', 'Hans', true, true],
  ['zh-TW', 'Hant', true, true],
  ['ja', 'Jpan', true, true],
  ['ko', 'Kore', false, true],
  ['en', 'Latn', false, false],
  ['sr-Cyrl', 'Cyrl', false, false],
  ['ar', 'Arab', false, false],
])('%s is written in %s', (code, script, ideographic, myriads) => {
  expect([scriptOf(code), isIdeographic(code), countsInMyriads(code)]).toEqual([script, ideographic, myriads])
})
