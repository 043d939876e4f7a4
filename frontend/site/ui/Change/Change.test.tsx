// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Change, ChangeFigure } from './Change.tsx'

describe('Change', () => {
  it('reads as it is written, with its arrow, though a line is drawn in its place', () => {
    const { container } = render(<Change value="41% → 93%" />)
    expect(container.textContent).toBe('41% → 93%')
  })

  it('sets currency and unit of both figures smaller than the numbers', () => {
    const { container } = render(<Change value="CNY 90 m → 6 m" />)
    const units = Array.from(container.querySelectorAll('[class*="unit"]'), (unit) => unit.textContent?.trim())
    expect(units).toEqual(['CNY', 'm', 'm'])
  })

  it('shows a figure without an arrow alone', () => {
    const { container } = render(<Change value="9.3×" />)
    expect(container.textContent).toBe('9.3×')
  })
})

describe('ChangeFigure', () => {
  it('names what it counts, and is accessible', async () => {
    const { container } = render(
      <ChangeFigure figure={{ value: '34% → 12%', label: 'Returned', note: '2015 to 2024' }} size="large" />,
    )
    expect(screen.getByRole('term').textContent).toBe('Returned')
    await expectAccessible(container)
  })
})
