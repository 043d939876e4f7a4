// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import type { Page } from '../api.ts'
import { drawOutlines } from './overlay.ts'
import { PageTexts } from './page-texts.ts'
import { prepareDocument } from './prepare.ts'
import { morphPage, replacePage } from './show.ts'

const HEAD = `
<link rel="preload" as="font" href="/f.woff2" data-family="Serif" data-weight="400" data-characters="ab">
<script data-styles="/fonts.css /style.css ">start()</script>
<style>p{color:red}</style>
<noscript><link rel="stylesheet" href="/style.css"></noscript>`

const html = (body: string) =>
  `<!doctype html><html lang="en"><head>${HEAD}</head><body><div id="root">${body}</div></body></html>`

const frame = () => document.implementation.createHTMLDocument()

describe('a page for the frame', () => {
  const page = prepareDocument(html('<img data-src="/a.jpg" alt="A"><noscript><img src="/a.jpg"></noscript><script>x()</script>'))

  it('has no scripts, and no twins for readers without scripts', () => {
    expect(page.querySelectorAll('script, noscript, link[rel="preload"]')).toHaveLength(0)
    expect(page.querySelectorAll('img')).toHaveLength(1)
  })

  it('links each style sheet once, with those that a script would load', () => {
    const sheets = [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href'))
    expect(sheets.sort()).toEqual(['/fonts.css', '/style.css'])
  })

  it('declares the faces and shows the images that wait for a script', () => {
    expect(page.head.textContent).toContain('@font-face{font-family:"Serif";src:url("/f.woff2");font-weight:400')
    expect(page.head.textContent).toContain('unicode-range:U+61,U+62')
    expect(page.querySelector('img')?.getAttribute('src')).toBe('/a.jpg')
  })
})

it('pictures and fonts come from the site with the change set, and links lead where they led', () => {
  const body =
    '<img src="/media/a.png" srcset="/media/a.640.avif 640w, /media/a.avif 900w"><a href="/media/a.png">"/media/a.png"</a>'
  const style = '<style>@font-face{src:url("/assets/fonts/x.woff2")}p{background:url(/other.png)}</style>'
  const page = prepareDocument(
    `<head><link rel="stylesheet" href="/fonts.css">${style}</head><body>${body}</body>`,
    '/studio/files/live',
  )
  const at = (path: string) => `/studio/files/live${path}`
  const image = page.querySelector('img')
  expect(image?.getAttribute('src')).toBe(at('/media/a.png'))
  expect(image?.getAttribute('srcset')).toBe(`${at('/media/a.640.avif')} 640w, ${at('/media/a.avif')} 900w`)
  expect(page.querySelector('a')?.outerHTML).toBe('<a href="/media/a.png">"/media/a.png"</a>')
  expect(page.querySelector('link')?.getAttribute('href')).toBe(at('/fonts.css'))
  expect(page.querySelector('style')?.textContent).toContain(`url("${at('/assets/fonts/x.woff2')}")`)
  expect(page.querySelector('style')?.textContent).toContain('url(/other.png)')
})

describe('a later version of the page', () => {
  it('changes only the nodes that differ, and leaves the outlines', () => {
    const shown = frame()
    replacePage(shown, prepareDocument(html('<h1>Tide</h1><p>One</p>')))
    drawOutlines(shown, [])
    const [heading, sheet] = [shown.querySelector('h1'), shown.querySelector('link')]
    morphPage(shown, prepareDocument(html('<h1>Ebb</h1><p>One</p><p>Two</p>')))
    expect(shown.querySelector('h1')).toBe(heading)
    expect(shown.querySelector('link')).toBe(sheet)
    expect(shown.getElementById('root')?.textContent).toBe('EbbOneTwo')
    expect(shown.querySelector('studio-overlay')).not.toBeNull()
  })
})

describe('the texts of a shown page', () => {
  it('are listed in their order, each place once', () => {
    const place = (field: string, lines: [number, number], text: string) => ({
      file: 'content/a/en.md',
      field,
      lines,
      column: 1,
      text,
    })
    const page: Page = {
      path: '/',
      html: '',
      marked: '<h1>\u{f0000}Tide\u{100000}</h1><p>\u{f0001}One <b>two</b></p>\u{100000}',
      files: '',
      places: [place('/title', [2, 2], 'Tide'), place('', [5, 5], '')],
    }
    const shown = new DOMParser().parseFromString('<div id="root"><h1>Tide</h1><p>One <b>two</b></p></div>', 'text/html')
    const texts = new PageTexts(shown.getElementById('root') as Element, page)
    expect(texts.list()).toEqual([
      { target: { file: 'a/en.md', field: '/title', lines: [2, 2] }, words: 'Tide' },
      { target: { file: 'a/en.md', field: '', lines: [5, 5], text: '' }, words: 'One two' },
    ])
    expect(texts.firstIn(shown.querySelector('b') as Element)?.lines).toEqual([5, 5])
  })
})
