// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Prose } from './Prose.tsx'

/** Markup of the generator: a table in a box that scrolls. */
const html =
  '<div role="group" aria-labelledby="table_1" tabindex="0"><table><thead id="table_1"><tr><th>Year</th></tr></thead></table></div>'

/**
 * Sets values that jsdom does not compute: how wide the content of every element is, where its box
 * is 300 px wide. Notifies every observer.
 */
let resizeTo: (content: number) => void

function stubLayout(): void {
  const observed = new Map<Element, () => void>()
  class Observer {
    tell: (element: Element) => void
    constructor(callback: (changes: { target: Element }[]) => void) {
      this.tell = (target) => callback([{ target }])
    }
    observe(element: Element) {
      observed.set(element, () => this.tell(element))
    }
    disconnect() {
      observed.clear()
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get')
  resizeTo = (content) => {
    width.mockReturnValue(content)
    for (const tell of observed.values()) tell()
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('Prose', () => {
  it('the keyboard reaches a table while it scrolls, by its own words, and passes over one that does not', async () => {
    stubLayout()
    // biome-ignore lint/security/noDangerouslySetInnerHtml: as rendered Markdown is shown
    const { unmount } = await renderPart(<Prose>{<div dangerouslySetInnerHTML={{ __html: html }} />}</Prose>)
    const box = screen.getByRole('group', { name: 'Year' })
    expect(box.tabIndex).toBe(0)
    resizeTo(300)
    expect(box.hasAttribute('tabindex')).toBe(false)
    resizeTo(500)
    expect(box.tabIndex).toBe(0)
    unmount()
    resizeTo(300)
    expect(box.tabIndex).toBe(0)
  })
})
