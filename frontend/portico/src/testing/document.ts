// A document for tests in jsdom, as the generator makes it: markup by the worker's renderer, inline
// state, no template.

import { vi } from 'vitest'
import type { InlineState, PageInput } from '#/contract.ts'
import type { Renderer } from '#/worker/render.tsx'

/** The app whose pages a test shows. */
export const APP = 'a'.repeat(32)

/** Puts a page into the document and its path into the address bar. */
export function showDocument(render: Renderer, input: PageInput): void {
  const { markup, rendered } = render(input)
  if (rendered.error !== undefined) throw new Error(rendered.error)
  const { renderer: _, ...page } = input
  const state: InlineState = { app: APP, ...page, payload: { ...page.payload, data: structuredClone(page.payload.data) } }
  for (const field of rendered.htmlFields) remove(state.payload.data, field.split('.'))
  document.documentElement.lang = input.locale
  document.body.innerHTML = `<div id="root">${markup}</div><script type="application/json" id="portico-state"></script>`
  document.getElementById('portico-state')!.textContent = JSON.stringify(state)
  history.replaceState(null, '', input.path)
}

/** Parts of a browser that jsdom lacks and the app needs. */
export function stubBrowser(): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal('scrollTo', vi.fn())
  // jsdom has no layout: React hides an element by an inline style.
  Element.prototype.getClientRects = function () {
    const shown = this.isConnected && this.closest('[style*="display: none"]') === null
    return (shown ? [this.getBoundingClientRect()] : []) as unknown as DOMRectList
  }
}

/**
 * Removes the listeners of an app when its test is over: an app lives as long as its document, and
 * tests share one.
 */
export function releaseListeners(): () => void {
  const undo = [document, window].map((target: EventTarget) => {
    const added: Parameters<EventTarget['addEventListener']>[] = []
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((...parameters) => {
      added.push(parameters)
      add(...parameters)
    })
    return () => {
      for (const parameters of added) target.removeEventListener(...parameters)
    }
  })
  return () => {
    for (const release of undo) release()
  }
}

function remove(branch: any, keys: string[]): void {
  const [key, ...rest] = keys as [string, ...string[]]
  if (rest.length === 0) delete branch[key]
  else remove(branch[key], rest)
}
