// @vitest-environment jsdom

import { stubViewport } from '@portico/app/testing'
import { COUNTER_TICK_MS, countSteps } from '@portico/app/ui'
import { act, cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Counter } from './Counter.tsx'

afterEach(cleanup)

describe('Counter (R1.08)', () => {
  it.each([
    ['9,420', 9420, 0],
    ['94.2', 94.2, 1],
    ['0', 0, 0],
  ])('has a line for each step, in the form of the value, and ends on it: %s', (text, value, decimals) => {
    stubViewport()
    const { container } = render(<Counter text={text} />)
    const counter = container.firstElementChild as HTMLElement
    const lines = container.querySelector<HTMLElement>('[data-steps]')?.dataset.steps?.split('\n') ?? []
    expect(lines.map((line) => Number(line.replaceAll(',', '')))).toEqual(countSteps(value, decimals))
    expect(new Set(lines.map((line) => line.split('.')[1]?.length ?? 0))).toEqual(new Set([decimals]))
    expect(lines.at(-1)).toBe(text)
    expect(counter.style.getPropertyValue('--steps')).toBe(String(lines.length))
    expect(counter.style.getPropertyValue('--duration')).toBe(`${lines.length * COUNTER_TICK_MS}ms`)
  })

  it('is prerendered with its value, and says nothing else to assistive technology', () => {
    expect(renderToString(<Counter text="24" />)).toMatch(
      /^<span[^>]*><span[^>]* aria-hidden="true"><\/span><span[^>]*>24<\/span><\/span>$/u,
    )
  })

  it('waits below the window, and counts when it enters view', () => {
    const viewport = stubViewport({ below: true })
    const { container } = render(<Counter text="24" />)
    const counter = container.firstElementChild as HTMLElement
    expect(counter.style.getPropertyValue('--duration')).toBe('')
    act(() => viewport.show(counter))
    expect(counter.style.getPropertyValue('--duration')).not.toBe('')
  })

  it('counts in view without waiting for its script', () => {
    const viewport = stubViewport()
    const { container } = render(<Counter text="24" />)
    expect((container.firstElementChild as HTMLElement).style.getPropertyValue('--duration')).not.toBe('')
    expect(viewport.waiting()).toEqual([])
  })
})
