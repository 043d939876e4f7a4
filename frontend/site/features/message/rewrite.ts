// Changes a field of the letter as a hand would, so that the form checks and keeps the text like a
// typed one.

/** Returns false without a field of this name, as after sending; else moves the focus there. */
export function rewriteField(name: string, change: (text: string) => string): boolean {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#letter [name=${name}]`)
  if (field === null) return false
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  // React takes a change for one of its own unless the value is set past it.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, change(field.value))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // The browser scrolls to the letter first, and moves the focus there.
  setTimeout(() => field.focus())
  return true
}
