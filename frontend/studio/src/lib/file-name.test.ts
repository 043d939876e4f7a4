import { expect, test } from 'vitest'
import { fileNameFor, isAccepted, isPicture } from './file-name.ts'

test.each([
  ['Photo 1 (copy).JPG', [], 'photo-1-copy.jpg'],
  ['年会照片.png', [], 'picture.png'],
  ['年会照片.png', ['picture.png', 'picture-2.png'], 'picture-3.png'],
  ['Ünï.pdf', [], 'uni.pdf'],
  ['潮.pdf', [], 'file.pdf'],
])('%s gets a name that content accepts', (name, taken, expected) => {
  expect(fileNameFor(name, taken)).toBe(expected)
})

test('pictures and PDF files can be added', () => {
  expect(['a.PNG', 'a.svg', 'a.pdf', 'a.exe', 'a.md', 'png'].filter(isAccepted)).toEqual(['a.PNG', 'a.svg', 'a.pdf'])
  expect(isPicture('a.pdf')).toBe(false)
})
