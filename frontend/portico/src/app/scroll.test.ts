// @vitest-environment jsdom

import { NavigationType } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { bareLocation } from '#/app/navigation-state.ts'
import { applyScroll, rememberScroll, scrollTarget } from '#/app/scroll.ts'

const at = (hash = '') => ({ ...bareLocation('/news'), hash, key: 'k' })

describe('scroll rules (R2.24)', () => {
  it('a new page starts at the top', () => {
    const target = scrollTarget({ type: NavigationType.Push, location: at(), pageChanged: true, known: undefined })
    expect(target).toEqual({ kind: 'to', top: 0 })
  })

  it('back and forward restore the position', () => {
    const target = scrollTarget({ type: NavigationType.Pop, location: at('#a'), pageChanged: true, known: 420 })
    expect(target).toEqual({ kind: 'to', top: 420 })
  })

  it('a fragment scrolls to its target, decoded', () => {
    const target = scrollTarget({ type: NavigationType.Push, location: at('#%E6%BD%AE'), pageChanged: true, known: undefined })
    expect(target).toEqual({ kind: 'fragment', id: '潮' })
    const torn = scrollTarget({ type: NavigationType.Push, location: at('#%E6'), pageChanged: true, known: undefined })
    expect(torn).toEqual({ kind: 'fragment', id: '%E6' })
  })

  it('another query on the same page stays where it is', () => {
    const target = scrollTarget({ type: NavigationType.Push, location: at(), pageChanged: false, known: undefined })
    expect(target).toBeUndefined()
  })

  it('R4.04: another language is read on at the same share of the page; Back returns to the pixel', () => {
    const arrival = { location: at(), pageChanged: true, known: 300, share: 0.4 }
    expect(scrollTarget({ ...arrival, type: NavigationType.Push })).toEqual({ kind: 'share', share: 0.4 })
    expect(scrollTarget({ ...arrival, type: NavigationType.Pop })).toEqual({ kind: 'to', top: 300 })
  })

  it('R2.23: a kept page that a link leads to is where it was left', () => {
    const target = scrollTarget({ type: NavigationType.Push, location: at(), pageChanged: true, known: 300 })
    expect(target).toEqual({ kind: 'to', top: 300 })
  })

  it('remembers by history entry and over a reload; the browser’s own restoration is off', () => {
    sessionStorage.clear()
    const memory = rememberScroll()
    memory.follow(at())
    expect(history.scrollRestoration).toBe('manual')
    vi.stubGlobal('scrollY', 250)
    dispatchEvent(new Event('scroll'))
    const next = { ...at(), key: 'other' }
    memory.follow(next)
    vi.stubGlobal('scrollY', 10)
    dispatchEvent(new Event('scroll'))
    expect(memory.positionOf(at())).toBe(250)
    expect(memory.positionOf(next)).toBe(10)
    dispatchEvent(new Event('pagehide'))
    expect(rememberScroll().positionOf(at())).toBe(250)
  })

  it('a page that is left right after a scroll was left there, before the event of the scroll', () => {
    const memory = rememberScroll()
    const list = at()
    vi.stubGlobal('scrollY', 0)
    memory.follow(list)
    vi.stubGlobal('scrollY', 400)
    memory.follow({ ...at(), key: 'next', pathname: '/next' })
    dispatchEvent(new Event('scroll'))
    expect(memory.positionOf(list)).toBe(400)
  })

  it('an entry at which nobody scrolled was left where it stood: at the top, or where a filter was changed', () => {
    sessionStorage.clear()
    vi.stubGlobal('scrollY', 0)
    const memory = rememberScroll()
    memory.follow(at())
    // The browser has scrolled to the fragment before it fires the event.
    vi.stubGlobal('scrollY', 713)
    memory.follow({ ...at('#a'), key: 'default' })
    expect(memory.positionOf(at())).toBe(0)
    memory.follow({ ...at(), key: 'filtered' })
    expect(memory.positionOf({ ...at(), key: 'filtered' })).toBe(713)
  })

  it('who scrolls while the app starts is not sent back', () => {
    sessionStorage.clear()
    vi.stubGlobal('scrollY', 0)
    const memory = rememberScroll()
    vi.stubGlobal('scrollY', 500)
    dispatchEvent(new Event('scroll'))
    expect(memory.positionOf(at()), 'nowhere to return to').toBeUndefined()
    memory.follow(at())
    expect(memory.positionOf(at())).toBe(500)
  })

  it('a document that comes with a fragment is not held where it happens to stand', () => {
    sessionStorage.clear()
    expect(rememberScroll().positionOf(at('#a'))).toBeUndefined()
  })

  it('torn storage is no position', () => {
    sessionStorage.setItem('portico-scroll', '{')
    expect(rememberScroll().positionOf(at('#a'))).toBeUndefined()
  })

  it('goes there at once, and to a fragment only if it is there', () => {
    const to = vi.fn()
    vi.stubGlobal('scrollTo', to)
    applyScroll({ kind: 'to', top: 7 })
    expect(to).toHaveBeenCalledWith({ top: 7, behavior: 'instant' })
    document.body.innerHTML = '<div data-reveal="waiting"><h2 id="a"></h2></div>'
    const into = vi.fn()
    document.getElementById('a')!.scrollIntoView = into
    applyScroll({ kind: 'fragment', id: 'a' })
    applyScroll({ kind: 'fragment', id: 'gone' })
    expect(into).toHaveBeenCalledOnce()
    expect(document.querySelector<HTMLElement>('[data-reveal]')!.dataset.reveal, 'measured where it stays').toBe('shown')
  })
})
