// The firm asked for it (R1.04, R1.05): no context menu, no copying by keyboard, no double-click,
// no double-tap zoom. Fields that one types into stay usable.

/** Two touches that end within this time are a double tap, in milliseconds. */
export const DOUBLE_TAP_MS = 300

/** Starts blocking on `target`; returns how to stop. */
export function blockGestures(target: Document): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: false, capture: true }
  let lastTouchEnd = Number.NEGATIVE_INFINITY
  target.addEventListener('contextmenu', blockOutsideFields, options)
  target.addEventListener('dblclick', blockOutsideFields, options)
  target.addEventListener('keydown', (event) => isCopy(event) && blockOutsideFields(event), options)
  target.addEventListener(
    'touchend',
    (event) => {
      if (event.timeStamp - lastTouchEnd <= DOUBLE_TAP_MS) blockOutsideFields(event)
      lastTouchEnd = event.timeStamp
    },
    options,
  )
  return () => controller.abort()
}

function isCopy({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'c'
}

function blockOutsideFields(event: Event): void {
  const inField = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null
  if (!inField && event.cancelable) event.preventDefault()
}
