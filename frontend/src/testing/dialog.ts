// Modal dialogs for tests: jsdom has the element, and neither its opening and closing nor its keys.

/** Gives <dialog> what a browser's has: focus inside, Escape, `close`, focus given back. */
export function stubDialog(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector<HTMLElement>('[autofocus], button, input')?.focus()
    this.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close())
  }
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    // As in a browser: later, when whoever closed it has gone on.
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
}
