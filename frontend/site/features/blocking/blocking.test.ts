// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockGestures, DOUBLE_TAP_MS } from '#/features/blocking/blocking.ts'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML = '<p>text</p><input><textarea></textarea><div contenteditable="true"><b>rich</b></div>'
  stop = blockGestures(document)
})
afterEach(() => stop())

function prevented(selector: string, event: Event): boolean {
  document.querySelector(selector)!.dispatchEvent(event)
  return event.defaultPrevented
}

const menu = () => new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
const double = () => new MouseEvent('dblclick', { bubbles: true, cancelable: true })
const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })

function touchEnd(timeStamp: number): Event {
  const event = new Event('touchend', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  return event
}

describe('blocking (R1.04, R1.05)', () => {
  it('blocks the context menu, double-click, Ctrl+C and Cmd+C', () => {
    expect(prevented('p', menu())).toBe(true)
    expect(prevented('p', double())).toBe(true)
    expect(prevented('p', key({ key: 'c', ctrlKey: true }))).toBe(true)
    expect(prevented('p', key({ key: 'C', metaKey: true }))).toBe(true)
  })

  it('leaves other keys alone', () => {
    expect(prevented('p', key({ key: 'c' }))).toBe(false)
    expect(prevented('p', key({ key: 'v', ctrlKey: true }))).toBe(false)
  })

  it.each(['input', 'textarea', '[contenteditable] b'])('%s stays usable', (selector) => {
    expect(prevented(selector, menu())).toBe(false)
    expect(prevented(selector, double())).toBe(false)
    expect(prevented(selector, key({ key: 'c', ctrlKey: true }))).toBe(false)
  })

  it('blocks the second of two touches that end within 300 ms', () => {
    expect(DOUBLE_TAP_MS).toBe(300)
    expect(prevented('p', touchEnd(1_000))).toBe(false)
    expect(prevented('p', touchEnd(1_300))).toBe(true)
    expect(prevented('p', touchEnd(1_601))).toBe(false)
  })
})
