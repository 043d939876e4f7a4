// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { indexAt, placeOf, YearReader } from './YearReader.tsx'

const YEARS = ['2021', '2022', '2023'].map((label, index) => ({ label, text: `${index + 7} billion yuan` }))

beforeEach(() => void stubViewport({ stillness: true }))

describe('a chart by year', () => {
  it('reads its last year to a screen reader, and writes nothing, until a year is chosen', async () => {
    const { container } = await renderPart(
      <YearReader name="Assets" years={YEARS}>
        <p>drawing</p>
      </YearReader>,
    )
    expect(screen.getByRole('slider', { name: 'Assets' }).getAttribute('aria-valuetext')).toBe('2023: 9 billion yuan')
    expect(screen.queryByRole('status')).toBeNull()
    await expectAccessible(container)
  })

  it('writes the values of the year that keys or fingers choose, and puts it into the address', async () => {
    await renderPart(
      <YearReader name="Assets" years={YEARS}>
        <p>drawing</p>
      </YearReader>,
    )
    fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } })
    expect((await screen.findByRole('status')).textContent).toBe('2022 8 billion yuan')
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('2022: 8 billion yuan')
  })

  it('finds the year nearest to a pointer, and marks its place', () => {
    for (const shape of ['line', 'columns'] as const) {
      for (let index = 0; index < 15; index += 1) expect(indexAt(placeOf(index, 15, shape), 15, shape)).toBe(index)
    }
    expect([indexAt(-0.2, 5, 'line'), indexAt(1.2, 5, 'columns'), indexAt(0.5, 1, 'line'), placeOf(0, 1, 'line')]).toEqual([
      0, 4, 0, 0,
    ])
  })
})
