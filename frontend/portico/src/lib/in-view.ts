// Reports once that an element has come into view: for reveals, counters, lazy images and
// prefetching.

/**
 * Calls `onEnter` when `element` first enters the viewport, widened by `margin` pixels. Returns a
 * function that stops waiting.
 */
export function whenInView(element: Element, onEnter: () => void, margin = 0): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      onEnter()
    },
    { rootMargin: `${margin}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** True if the visitor asked for reduced motion (R1.07), and outside a browser. */
export function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true
}
