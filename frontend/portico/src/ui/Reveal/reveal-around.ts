// A direct way to an element in a reveal, such as from a link to its heading.

/**
 * Puts every reveal around `element` in its place, at once and for good: a position measured there
 * afterwards is final.
 */
export function revealAround(element: Element): void {
  const box = element.closest<HTMLElement>('[data-reveal]')
  if (box === null) return
  box.style.transition = 'none'
  box.dataset.reveal = 'shown'
  if (box.parentElement !== null) revealAround(box.parentElement)
}
