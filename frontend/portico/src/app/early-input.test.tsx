// @vitest-environment jsdom

import { act, type ReactNode, useLayoutEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EarlyInput, recordEarlyInput } from '#/app/early-input.ts'
import { FileField } from '#/ui/Field/FileField.tsx'

type State = { text: string; lines: string; one: string; many: string[]; yes: boolean; plan: string; note: string }

const initial: State = { text: '', lines: 'Dear', one: '', many: ['a'], yes: false, plan: 'small', note: '' }

let seen: State
let rerender: () => void
let root: Root | undefined
let early: EarlyInput
const mismatches = vi.fn()

/** A form with a controlled field of each kind, and an uncontrolled one. */
function Form() {
  const [state, setState] = useState(initial)
  const [, count] = useState(0)
  // As the message form does: an element in the state renders the form once more at hydration.
  const [, place] = useState<HTMLElement | null>(null)
  seen = state
  rerender = () => count((before) => before + 1)
  useLayoutEffect(() => early.handOver(), [])
  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }))
  return (
    <form ref={place}>
      <p>
        <input name="text" type="email" value={state.text} onChange={({ target }) => set({ text: target.value })} />
      </p>
      <textarea name="lines" value={state.lines} onChange={({ target }) => set({ lines: target.value })} />
      <select name="one" value={state.one} onChange={({ target }) => set({ one: target.value })}>
        <option value="">Choose</option>
        <option value="b">B</option>
      </select>
      <select
        name="many"
        multiple
        value={state.many}
        onChange={({ target }) => set({ many: [...target.selectedOptions].map(({ value }) => value) })}
      >
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input name="yes" type="checkbox" checked={state.yes} onChange={({ target }) => set({ yes: target.checked })} />
      {['small', 'large'].map((plan) => (
        <input key={plan} name="plan" type="radio" value={plan} checked={state.plan === plan} onChange={() => set({ plan })} />
      ))}
      <input name="note" defaultValue="" onInput={({ currentTarget }) => set({ note: currentTarget.value })} />
    </form>
  )
}

const field = <T extends Element = HTMLInputElement>(selector: string) => document.querySelector<T>(selector)!

/** The document as the worker made it. */
function showMarkup(part: ReactNode): HTMLElement {
  document.body.innerHTML = `<div id="root">${renderToString(part)}</div>`
  return field<HTMLElement>('#root')
}

async function hydrate(element: HTMLElement, part: ReactNode): Promise<void> {
  await act(async () => {
    root = hydrateRoot(element, part, { onRecoverableError: mismatches })
  })
  early.end()
}

const fill = (selector: string, value: string) => () => void Object.assign(field(selector), { value })
const tick = (selector: string) => () => void Object.assign(field(selector), { checked: true })
const choose = (...values: string[]) => {
  for (const option of field<HTMLSelectElement>('[name=many]').options) option.selected = values.includes(option.value)
}

const kinds: [kind: string, enter: () => void, expected: Partial<State>][] = [
  ['a line', fill('[name=text]', 'ann@site.example'), { text: 'ann@site.example' }],
  ['lines that had text', fill('[name=lines]', 'Dear all'), { lines: 'Dear all' }],
  ['lines that are emptied', fill('[name=lines]', ''), { lines: '' }],
  ['a choice', fill('[name=one]', 'b'), { one: 'b' }],
  ['several choices', () => choose('b'), { many: ['b'] }],
  ['a box', tick('[name=yes]'), { yes: true }],
  ['a radio button', tick('[value=large]'), { plan: 'large' }],
  ['a field without state', fill('[name=note]', 'n'), { note: 'n' }],
]

function contents(): unknown[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, textarea, select')].map((each) => {
    if (each instanceof HTMLSelectElement) return [...each.selectedOptions].map(({ value }) => value)
    return each.type === 'checkbox' || each.type === 'radio' ? each.checked : each.value
  })
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  mismatches.mockClear()
})

afterEach(() => act(async () => root?.unmount()))

describe.each([
  ['the markup as it was made', () => {}],
  ['an element of a password manager beside a field', () => field('[name=text]').after(document.createElement('com-button'))],
])('input before hydration, with %s (R2.04)', (_, insert) => {
  it.each(kinds)('%s is kept, and the state knows it', async (_, enter, expected) => {
    const element = showMarkup(<Form />)
    enter()
    const before = contents()
    insert()
    early = recordEarlyInput(element)
    await hydrate(element, <Form />)
    expect(seen).toEqual({ ...initial, ...expected })
    act(() => rerender())
    expect(contents()).toEqual(before)
  })

  it('of all fields at once is kept, also when it comes after the fields were read', async () => {
    const element = showMarkup(<Form />)
    insert()
    early = recordEarlyInput(element)
    for (const [, enter] of kinds.filter(([kind]) => !kind.includes('emptied'))) enter()
    for (const each of document.querySelectorAll('input, textarea, select')) {
      each.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const before = contents()
    await hydrate(element, <Form />)
    act(() => rerender())
    expect(contents()).toEqual(before)
    expect(seen).toEqual({
      text: 'ann@site.example',
      lines: 'Dear all',
      one: 'b',
      many: ['b'],
      yes: true,
      plan: 'large',
      note: 'n',
    })
  })

  it('keeps focus and caret', async () => {
    const element = showMarkup(<Form />)
    insert()
    early = recordEarlyInput(element)
    const lines = field<HTMLTextAreaElement>('[name=lines]')
    lines.focus()
    lines.value = 'Dear all'
    lines.setSelectionRange(2, 4)
    lines.dispatchEvent(new Event('input', { bubbles: true }))
    await hydrate(element, <Form />)
    const now = field<HTMLTextAreaElement>('[name=lines]')
    expect(document.activeElement).toBe(now)
    expect([now.value, now.selectionStart, now.selectionEnd]).toEqual(['Dear all', 2, 4])
  })
})

it('a field that nobody touched hears nothing', async () => {
  const element = showMarkup(<Form />)
  early = recordEarlyInput(element)
  const heard = vi.fn()
  for (const type of ['input', 'change', 'click']) element.addEventListener(type, heard)
  await hydrate(element, <Form />)
  expect(heard).not.toHaveBeenCalled()
  expect(mismatches).not.toHaveBeenCalled()
})

it('text is not written again: an input method that composes a word in it goes on', async () => {
  const element = showMarkup(<Form />)
  early = recordEarlyInput(element)
  const text = field('[name=text]')
  text.value = 'zao'
  text.dispatchEvent(new Event('input', { bubbles: true }))
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
  const writes = vi.spyOn(HTMLInputElement.prototype, 'value', 'set').mockImplementation(function (
    this: HTMLInputElement,
    value,
  ) {
    set!.call(this, value)
  })
  await hydrate(element, <Form />)
  expect(seen.text).toBe('zao')
  expect(writes).not.toHaveBeenCalled()
})

it('a file is taken', async () => {
  const take = vi.fn()
  function Part() {
    useLayoutEffect(() => early.handOver(), [])
    return <FileField label="Plan" name="file" file={undefined} onTake={take} />
  }
  const { loadI18n } = await import('#/i18n/catalogs.ts')
  const { I18nProvider } = await import('@lingui/react')
  const i18n = await loadI18n('en')
  const part = (
    <I18nProvider i18n={i18n}>
      <Part />
    </I18nProvider>
  )
  const element = showMarkup(part)
  const file = new File(['x'], 'plan.pdf')
  const files = Object.assign(Object.create(FileList.prototype), { 0: file })
  Object.defineProperty(files, 'length', { value: 1 })
  Object.defineProperty(field('[type=file]'), 'files', { value: files })
  early = recordEarlyInput(element)
  await hydrate(element, part)
  expect(take.mock.calls).toEqual([[file]])
})
