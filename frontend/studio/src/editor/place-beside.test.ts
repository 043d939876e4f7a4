import { expect, it } from 'vitest'
import { placeBeside } from './place-beside.ts'

const stage = { left: 0, top: 50, width: 1000, height: 700 }

it.each([
  ['under its text', { left: 100, top: 100, width: 200, height: 40 }, { left: '100px', top: '150px', bottom: 'auto' }],
  [
    'over a text at the lower border',
    { left: 100, top: 600, width: 200, height: 40 },
    { left: '100px', top: 'auto', bottom: '110px' },
  ],
  ['within the stage', { left: 900, top: 100, width: 90, height: 40 }, { left: '570px', top: '150px', bottom: 'auto' }],
  ['below, where the page does not show the text', undefined, { left: '10px', top: 'auto', bottom: '10px' }],
])('the editor stands %s', (_, anchor, place) => {
  expect(placeBeside(anchor, stage, stage)).toEqual(place)
})
