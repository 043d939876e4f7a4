// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en/news?a=1" }

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToLinks } from '#/app/links.ts'

const navigate = vi.fn<(url: URL) => void>()
let stop: () => void
// jsdom cannot navigate; a click that reaches it is left to the browser.
const leave = (event: Event) => event.preventDefault()

beforeEach(() => {
  navigate.mockClear()
  stop = listenToLinks(document, navigate)
  document.addEventListener('click', leave)
})
afterEach(() => {
  stop()
  document.removeEventListener('click', leave)
})

function click(html: string, init: MouseEventInit = {}): MouseEvent {
  document.body.innerHTML = html
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init })
  document.querySelector('[data-click], a')!.dispatchEvent(event)
  return event
}

describe('links', () => {
  it('an ordinary click on a link of this site navigates, also on something inside the link', () => {
    click('<a href="/en/about?x=1#y"><b data-click>About</b></a>')
    expect(navigate.mock.calls.map(([url]) => url.href)).toEqual(['https://site.example/en/about?x=1#y'])
  })

  it.each<[string, string, MouseEventInit]>([
    ['with Ctrl', '<a href="/x">x</a>', { ctrlKey: true }],
    ['with Cmd', '<a href="/x">x</a>', { metaKey: true }],
    ['with Shift', '<a href="/x">x</a>', { shiftKey: true }],
    ['with Alt', '<a href="/x">x</a>', { altKey: true }],
    ['with the middle button', '<a href="/x">x</a>', { button: 1 }],
    ['into another window', '<a href="/x" target="_blank">x</a>', {}],
    ['to download', '<a href="/x" download>x</a>', {}],
    ['to another origin', '<a href="https://other.example/">x</a>', {}],
    ['to an e-mail address', '<a href="mailto:a@b.example">x</a>', {}],
    ['marked external', '<a href="/x" rel="external">x</a>', {}],
    ['to a fragment of this page', '<a href="#content">x</a>', {}],
    ['without an address', '<a>x</a>', {}],
    ['outside links', '<p data-click>x</p>', {}],
  ])('a click %s is the browser’s', (_, html, init) => {
    click(html, init)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('a click that something else has handled is left alone', () => {
    document.body.innerHTML = '<a href="/x">x</a>'
    const link = document.querySelector('a')!
    link.addEventListener('click', (event) => event.preventDefault())
    link.click()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('R8.04: a link that runs code is refused and logged', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const event = click('<a href="java\nscript:alert(1)">x</a>')
    expect(event.defaultPrevented).toBe(true)
    expect(navigate).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledOnce()
  })
})
