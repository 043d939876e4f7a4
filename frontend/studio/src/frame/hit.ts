// A point of the frame's page that was clicked or pointed at.

/** The element at a point of the frame's window. */
export type Hit = {
  element: Element
  x: number
  y: number
  /** A click by the keyboard has no point. */
  isKey: boolean
  /** Whether Ctrl or Cmd was pressed. */
  hasModifier: boolean
}

/** The hit of an event in the frame's document. */
export function hitOf(event: MouseEvent): Hit {
  const node = event.target as Node
  // The frame has classes of its own: `instanceof Element` is false there.
  const element = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement) as Element
  const isKey = event.type === 'click' && event.detail === 0
  return { element, x: event.clientX, y: event.clientY, isKey, hasModifier: event.ctrlKey || event.metaKey }
}

/** Whether listeners of the studio are called in the frame: WebKit calls none without scripts. */
export function hasListeners(frame: Document): boolean {
  let isCalled = false
  frame.addEventListener(
    'studio-probe',
    () => {
      isCalled = true
    },
    { once: true },
  )
  frame.dispatchEvent(new Event('studio-probe'))
  return isCalled
}
