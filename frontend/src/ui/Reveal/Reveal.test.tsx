// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { stubViewport } from '#/testing/in-view.ts'
import { Reveal } from './Reveal.tsx'

afterEach(cleanup)

const state = () => screen.getByText('words').dataset.reveal

describe('Reveal (R1.07)', () => {
  it('waits below its place, is shown when it enters view, and stays', () => {
    const viewport = stubViewport()
    render(<Reveal>words</Reveal>)
    expect(state()).toBe('waiting')
    act(() => viewport.show(screen.getByText('words')))
    expect(state()).toBe('shown')
    expect(viewport.waiting()).toEqual([])
  })

  it('does not wait where less motion is asked for', () => {
    stubViewport({ stillness: true })
    render(<Reveal>words</Reveal>)
    expect(state()).toBe('shown')
  })

  it('is marked as markup by the server, which only a scripted document hides', () => {
    expect(renderToString(<Reveal>words</Reveal>)).toContain('data-reveal="markup"')
  })
})
