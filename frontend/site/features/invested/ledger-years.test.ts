import { expect, it } from 'vitest'
import { placeOn, yearsOf } from './ledger-years.ts'

const STAYS = { invested: 2015, series: [100, 120, 180, 200, 260, 300] }
const LEFT = { invested: 2010, series: [100, 90, 40] }

it('spans from the first investment to the last figure, and gives each company its own years', () => {
  const years = yearsOf([STAYS, LEFT])
  expect(years).toEqual({ from: 2010, to: 2020 })
  expect(placeOn(years, STAYS)).toEqual({ '--span': 0.5, '--after': 0 })
  expect(placeOn(years, LEFT)).toEqual({ '--span': 0.2, '--after': 0.8 })
})
