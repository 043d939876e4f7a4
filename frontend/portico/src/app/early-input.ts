// Early input: text that is typed, and options that are chosen, ticked or filled in by the browser,
// before React has hydrated their fields.
//
// React leaves such a field alone at hydration, but its state does not learn of it: the next render
// empties a controlled field. And where the markup does not match, because a password manager has
// put an element beside a field, React replaces the fields. So fields are read before hydration. As
// soon as React has a field, it gets its content again, with the event that a visitor's input would
// have caused: the form then does all that it does with input (state, checks, drafts). This holds
// for every field of every page, and needs no code in the field.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The content of a field: text, ticked or not, chosen values, files. */
type Content = string | boolean | readonly string[] | FileList

type Entry = { field: Field; key: string; content: Content }

/** The field that has the focus, and its selection; null in a field that reports no selection. */
type Caret = { field: Field; start: number | null; end: number | null }

export type EarlyInput = {
  /**
   * Gives the fields that React has hydrated by now their input. Called when a part is hydrated.
   */
  handOver: () => void
  /** Everything is hydrated: from here on React receives input itself. */
  end: () => void
}

/** Fields of these types hold no input of a visitor. */
const WITHOUT_INPUT = new Set(['hidden', 'submit', 'button', 'reset', 'image'])

/** Reads the fields below `root` that differ from the markup, and follows them until `end`. */
export function recordEarlyInput(root: HTMLElement): EarlyInput {
  const entries = new Map<string, Entry>()
  const keys = keysOf(root)
  let caret: Caret | undefined
  const record = (field: Field) => {
    const key = keys.get(field)
    if (key !== undefined) entries.set(key, { field, key, content: contentOf(field) })
  }
  for (const field of keys.keys()) if (isChanged(field)) record(field)
  const listen = ({ target }: Event) => {
    if (isField(target) && !isHydrated(target)) record(target)
  }
  const follow = () => {
    const { activeElement } = document
    if (isField(activeElement)) caret = caretIn(activeElement)
    else if (activeElement !== document.body) caret = undefined
  }
  follow()
  const events = [
    ...['input', 'change'].map((type) => [type, listen] as const),
    ...['focusin', 'input', 'select', 'selectionchange'].map((type) => [type, follow] as const),
  ]
  for (const [type, listener] of events) document.addEventListener(type, listener, true)
  const places = () => {
    const now = new Map([...keysOf(root)].map(([field, key]) => [key, field]))
    return (field: Field) => (field.isConnected ? field : now.get(keys.get(field) ?? ''))
  }
  return {
    handOver() {
      const find = places()
      const ready = [...entries.values()].flatMap(({ field, key, content }) => {
        const target = find(field)
        if (target === undefined || !isHydrated(target)) return []
        entries.delete(key)
        return { target, content, release: shield(target) }
      })
      const held = caret
      // Not within React's own work: it would put a field back before its state has changed.
      queueMicrotask(() => {
        for (const { target, content, release } of ready) {
          release()
          enter(target, content)
        }
        if (held !== undefined) placeCaret(held, find(held.field))
      })
    },
    end() {
      entries.clear()
      caret = undefined
      for (const [type, listener] of events) document.removeEventListener(type, listener, true)
    },
  }
}

/** Each field with a name for its place, by which its replacement is found. */
function keysOf(root: HTMLElement): Map<Field, string> {
  const counts = new Map<string, number>()
  const keys = new Map<Field, string>()
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (WITHOUT_INPUT.has(field.type)) continue
    const kind = JSON.stringify([field.type, field.name, isCheckable(field) ? field.value : ''])
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    keys.set(field, `${kind} ${count}`)
  }
  return keys
}

/** Whether a field's content differs from its markup. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return isChosen(field)
  if (field.type === 'file') return (field as HTMLInputElement).files?.length !== 0
  if (isCheckable(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

/** If the markup chooses none of several options, a browser takes the first that is enabled. */
function isChosen({ options, multiple, selectedIndex }: HTMLSelectElement): boolean {
  const all = [...options]
  if (multiple) return all.some((option) => option.selected !== option.defaultSelected)
  const marked = all.findLastIndex((option) => option.defaultSelected)
  return selectedIndex !== (marked >= 0 ? marked : all.findIndex((option) => !option.disabled))
}

function contentOf(field: Field): Content {
  if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(({ value }) => value)
  if (field.type === 'file') return (field as HTMLInputElement).files ?? ''
  return isCheckable(field) ? field.checked : field.value
}

function enter(field: Field, content: Content): void {
  if (typeof content === 'boolean') tick(field as HTMLInputElement, content)
  else if (typeof content === 'string') type(field as HTMLInputElement | HTMLTextAreaElement, content)
  else if (content instanceof FileList) attach(field as HTMLInputElement, content)
  else choose(field as HTMLSelectElement, content)
}

function attach(field: HTMLInputElement, files: FileList): void {
  if (field.files !== files) field.files = files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function choose(field: HTMLSelectElement, values: readonly string[]): void {
  for (const option of field.options) option.selected = values.includes(option.value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/**
 * A part may render once more, with its earlier state, before the input is handed over. Until then
 * no value is written into the field, or a word that an input method composes would be lost.
 * Returns a function that ends the waiting.
 */
function shield(field: Field): () => void {
  const own = Object.getOwnPropertyDescriptor(field, 'value')
  if (own === undefined) return () => {}
  Object.defineProperty(field, 'value', { ...own, set: () => {} })
  return () => Object.defineProperty(field, 'value', own)
}

/** React receives clicks on a box or a radio button; a click toggles it. */
function tick(field: HTMLInputElement, checked: boolean): void {
  // Another button of the group is on, and turns this one off.
  if (field.type === 'radio' && !checked) return
  field.checked = !checked
  field.click()
}

/**
 * React ignores an event if the text is the one that it knows, and has read this one at hydration.
 * Its memory of the text is changed, not the text itself: writing into the field would move the
 * caret and break off the word that an input method is composing.
 */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value !== text) field.value = text
  ;(field as Tracked)._valueTracker?.setValue(text === '' ? ' ' : '')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** React's memory of a field's text; a test fails when a new React has another. */
type Tracked = Field & { _valueTracker?: { setValue: (text: string) => void } }

/** React has put its properties on the element. */
function isHydrated(field: Field): boolean {
  return Object.keys(field).some((key) => key.startsWith('__reactProps$'))
}

function caretIn(field: Field): Caret {
  if (field instanceof HTMLSelectElement || isCheckable(field)) return { field, start: null, end: null }
  return { field, start: field.selectionStart, end: field.selectionEnd }
}

/** The replacement of a field gets its focus; a text field also its caret. */
function placeCaret({ field, start, end }: Caret, to: Field | undefined): void {
  if (to === undefined || !isHydrated(to)) return
  if (to !== field && document.activeElement === document.body) to.focus({ preventScroll: true })
  const now = caretIn(to)
  if (document.activeElement !== to || start === null || (now.start === start && now.end === end)) return
  ;(to as HTMLInputElement).setSelectionRange(start, end)
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isField(target: unknown): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
