// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { opensSearch, SearchButton } from './search-button.tsx'

const pressed = (init: KeyboardEventInit, on: Element = document.body) => {
  let event: KeyboardEvent | undefined
  on.addEventListener('keydown', (caught) => (event = caught as KeyboardEvent), { once: true })
  fireEvent.keyDown(on, init)
  return event as KeyboardEvent
}

describe('the key that opens search', () => {
  it('is `/`, and Ctrl or Cmd with K', () => {
    expect(opensSearch(pressed({ key: '/' }), false)).toBe(true)
    expect(opensSearch(pressed({ key: 'k', ctrlKey: true }), false)).toBe(true)
    expect(opensSearch(pressed({ key: 'k', metaKey: true }), false)).toBe(true)
    for (const init of [{ key: 'k' }, { key: '/', ctrlKey: true }, { key: '/', altKey: true }, { key: '/', isComposing: true }]) {
      expect(opensSearch(pressed(init), false), JSON.stringify(init)).toBe(false)
    }
  })

  it('is no key where somebody types or answers a dialog', () => {
    document.body.innerHTML =
      '<input><textarea></textarea><select></select><p contenteditable="true"></p><div role="dialog"><button></button></div>'
    for (const element of document.body.querySelectorAll('input, textarea, select, p, button')) {
      expect(opensSearch(pressed({ key: '/' }, element), false), element.outerHTML).toBe(false)
    }
    document.body.innerHTML = ''
  })

  it('can be turned off where it is one character (WCAG 2.1.4)', () => {
    expect(opensSearch(pressed({ key: '/' }), true)).toBe(false)
    expect(opensSearch(pressed({ key: 'k', ctrlKey: true }), true)).toBe(true)
  })
})

describe('the search button', () => {
  it('opens the box by a press and by the key, and is a link where the box cannot be had', async () => {
    const fetchBox = vi.fn(async () => () => <p>The box</p>)
    await renderPart(<SearchButton route={'about' as never} fetchBox={fetchBox as never} />)
    expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/en/about')
    fireEvent.keyDown(document.body, { key: '/' })
    await screen.findByText('The box')
  })

  it('fetches the box when a pointer comes near', async () => {
    const fetchBox = vi.fn(async () => () => <p>The box</p>)
    await renderPart(<SearchButton route={'about' as never} fetchBox={fetchBox as never} />)
    fireEvent.pointerEnter(screen.getByRole('link', { name: 'Search' }))
    await waitFor(() => expect(fetchBox).toHaveBeenCalledWith('en'))
    expect(screen.queryByText('The box')).toBeNull()
  })

  it('leaves a press with a modifier key to the browser', async () => {
    const fetchBox = vi.fn(async () => () => <p>The box</p>)
    await renderPart(<SearchButton route={'about' as never} fetchBox={fetchBox as never} />)
    expect(fireEvent.click(screen.getByRole('link', { name: 'Search' }), { ctrlKey: true })).toBe(true)
    expect(fetchBox).not.toHaveBeenCalled()
  })
})
