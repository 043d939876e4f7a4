// A viewport for tests: jsdom has none, so the test decides which elements come into view.

import { vi } from 'vitest'

type Watched = { element: Element; enter: () => void }

export type Viewport = {
  /** The elements that are observed. */
  waiting: () => Element[]
  /** Brings an element into view. */
  show: (element: Element) => void
}

/**
 * Replaces `IntersectionObserver`, and sets whether the visitor asked for reduced motion, and
 * whether measured elements are below the fold.
 */
export function stubViewport({ stillness = false, below = false } = {}): Viewport {
  const watched: Watched[] = []
  const forget = (element: Element) => {
    const index = watched.findIndex((candidate) => candidate.element === element)
    if (index >= 0) watched.splice(index, 1)
  }
  // Every element in jsdom is at the top: below the fold of a window without height.
  vi.stubGlobal('innerHeight', below ? 0 : 768)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: stillness && query.includes('reduced-motion') }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      own: Element[] = []
      constructor(readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        this.own.push(element)
        watched.push({ element, enter: () => this.callback([{ isIntersecting: true }]) })
      }
      disconnect() {
        this.own.forEach(forget)
      }
    },
  )
  return {
    waiting: () => watched.map(({ element }) => element),
    show: (element) => watched.find((candidate) => candidate.element === element)?.enter(),
  }
}
