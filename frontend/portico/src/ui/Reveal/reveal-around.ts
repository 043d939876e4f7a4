// A way straight to something that stands in a reveal: a link to its heading, say.

/**
 * Puts every reveal around `element` in its place, at once and for good: what is measured there
 * next is where it stays.
 */
export function revealAround(element: Element): void {
  const box = element.closest<HTMLElement>('[data-reveal]')
  if (box === null) return
  box.style.transition = 'none'
  box.dataset.reveal = 'shown'
  if (box.parentElement !== null) revealAround(box.parentElement)
}
