// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import { languageLinks } from './language-links.ts'

const locales = [
  { code: 'zh-CN', name: '简体中文', prefix: '', default: true },
  { code: 'en', name: 'English', prefix: 'en', default: false },
]

describe('the languages of a page', () => {
  it('are those that its head names', () => {
    const html = '<link rel="alternate" hreflang="en" href="https://x.example/en/about">'
    expect(languageLinks(html, '/about', locales)).toEqual([{ path: '/en/about', name: 'English' }])
  })

  it.each([
    ['/about', '/about', '/en/about'],
    ['/en/about', '/about', '/en/about'],
    ['/en', '/', '/en'],
    ['/', '/', '/en'],
    ['/energy', '/energy', '/en/energy'],
  ])('%s has the same path behind each prefix, if the head names none', (path, chinese, english) => {
    expect(languageLinks('', path, locales).map((link) => link.path)).toEqual([chinese, english])
  })
})
