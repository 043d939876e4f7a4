// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import { stubViewport } from '#/testing/in-view.ts'
import { loadImagesInView } from './lazy-images.ts'

describe('images of rendered Markdown (R1.06)', () => {
  it('get their source, with the cache-busting query, when they come into view', () => {
    const viewport = stubViewport()
    const text = document.createElement('div')
    text.innerHTML = '<p><img data-src="/media/a.svg?t=12" alt="a"><img data-src="/media/b.svg?t=3" alt="b"></p>'
    const stop = loadImagesInView(text)
    const [first, second] = text.querySelectorAll('img')
    expect(first?.hasAttribute('src')).toBe(false)
    viewport.show(first as Element)
    expect(first?.getAttribute('src')).toBe('/media/a.svg?t=12')
    expect(second?.hasAttribute('src')).toBe(false)
    stop()
    expect(viewport.waiting()).toEqual([])
  })

  it('offer every encoding, and say how wide they stand', () => {
    const viewport = stubViewport()
    const text = document.createElement('div')
    const source = '<source type="image/avif" data-srcset="/media/a.jpg.480.avif?t=1 480w, /media/a.jpg.800.avif?t=2 800w">'
    text.innerHTML = `<picture>${source}<img data-src="/media/a.jpg?t=3" alt="a"></picture>`
    loadImagesInView(text)
    const image = text.querySelector('img') as HTMLImageElement
    image.getBoundingClientRect = () => ({ width: 679.2 }) as DOMRect
    viewport.show(image)
    expect(text.querySelector('source')?.srcset).toBe('/media/a.jpg.480.avif?t=1 480w, /media/a.jpg.800.avif?t=2 800w')
    expect(text.querySelector('source')?.sizes).toBe('680px')
    expect(image.getAttribute('src')).toBe('/media/a.jpg?t=3')
  })

  it('are watched once: an image that has its source is left alone', () => {
    const viewport = stubViewport()
    const text = document.createElement('div')
    text.innerHTML = '<img data-src="/media/a.svg?t=1" src="/media/a.svg?t=1" alt="a">'
    loadImagesInView(text)
    expect(viewport.waiting()).toEqual([])
  })

  it('all load when the page is printed, however far below they stand', () => {
    stubViewport()
    const text = document.createElement('div')
    text.innerHTML = '<img data-src="/media/a.svg?t=1" alt="a">'
    const stop = loadImagesInView(text)
    window.dispatchEvent(new Event('beforeprint'))
    expect(text.querySelector('img')?.getAttribute('src')).toBe('/media/a.svg?t=1')
    stop()
  })
})
