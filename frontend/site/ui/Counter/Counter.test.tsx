// @vitest-environment jsdom

import { stubViewport } from '@portico/app/testing'
import { countSteps } from '@portico/app/ui'
import { act, cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Counter } from './Counter.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('Counter (R1.08)', () => {
  it.each([
    ['9,420', 9420, 0],
    ['94.2', 94.2, 1],
  ])('starts at 0 when it enters view, follows the steps every 50 ms, and ends on the text: %s', (text, value, decimals) => {
    const viewport = stubViewport()
    const { container } = render(<Counter text={text} />)
    const [box] = viewport.waiting()
    const shown = () => container.querySelectorAll('[aria-hidden]')[1]?.textContent
    expect(shown()).toBe(text)
    act(() => viewport.show(box as Element))
    const seen = [shown()]
    for (const _ of countSteps(value, decimals).slice(1)) {
      act(() => vi.advanceTimersByTime(50))
      seen.push(shown())
    }
    expect(seen.map((step) => Number(step?.replace(',', '')))).toEqual(countSteps(value, decimals))
    expect(new Set(seen.map((step) => step?.split('.')[1]?.length ?? 0))).toEqual(new Set([decimals]))
    expect(seen.at(-1)).toBe(text)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is prerendered with its value, and says nothing else to assistive technology', () => {
    const markup = renderToString(<Counter text="24" />)
    expect(markup.replaceAll(/<span[^>]*aria-hidden="true"[^>]*>[^<]*<\/span>/gu, '')).toMatch(/>24</u)
  })

  it('stands still where less motion is asked for', () => {
    const viewport = stubViewport({ stillness: true })
    render(<Counter text="24" />)
    expect(viewport.waiting()).toEqual([])
  })
})
