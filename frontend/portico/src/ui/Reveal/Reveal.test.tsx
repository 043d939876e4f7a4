// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { stubViewport } from '#/testing/in-view.ts'
import { Reveal } from './Reveal.tsx'
import { revealAround } from './reveal-around.ts'

afterEach(cleanup)

const state = () => screen.getByText('words').dataset.reveal

describe('Reveal (R1.07)', () => {
  it('waits below its place, is shown when it enters view, and stays', () => {
    const viewport = stubViewport({ below: true })
    render(<Reveal>words</Reveal>)
    expect(state()).toBe('waiting')
    act(() => viewport.show(screen.getByText('words')))
    expect(state()).toBe('shown')
    expect(viewport.waiting()).toEqual([])
  })

  it('does not wait where it stands in view from the start', () => {
    const viewport = stubViewport()
    render(<Reveal>words</Reveal>)
    expect(state()).toBe('shown')
    expect(viewport.waiting()).toEqual([])
  })

  it('does not wait where less motion is asked for', () => {
    stubViewport({ stillness: true, below: true })
    render(<Reveal>words</Reveal>)
    expect(state()).toBe('shown')
  })

  it('is in its place at once, with those around it, where a fragment leads into it (R2.24)', () => {
    const viewport = stubViewport({ below: true })
    function Outer() {
      const arrive = (heading: HTMLElement | null) => {
        if (heading !== null) revealAround(heading)
      }
      return (
        <Reveal className="outer">
          <Reveal>
            <h2 ref={arrive}>words</h2>
          </Reveal>
        </Reveal>
      )
    }
    render(<Outer />)
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-reveal]')]
    expect(boxes.map(({ dataset, style }) => [dataset.reveal, style.transition])).toEqual([
      ['shown', 'none'],
      ['shown', 'none'],
    ])
    expect(viewport.waiting()).toEqual([])
  })

  it('is marked as markup by the server, which hides nothing', () => {
    expect(renderToString(<Reveal>words</Reveal>)).toContain('data-reveal="markup"')
  })
})
