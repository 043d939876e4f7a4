// @vitest-environment jsdom

import { expect, it } from 'vitest'
import { languageLinks } from './language-links.ts'

it("leads to the page in each of the site's languages that it has", () => {
  const html =
    '<link rel="alternate" hreflang="en" href="https://x.example/en/about"><link rel="alternate" hreflang="x-default" href="/about">'
  const locales = [
    { code: 'zh-CN', name: '简体中文', prefix: '', default: true },
    { code: 'en', name: 'English', prefix: '/en', default: false },
  ]
  expect(languageLinks(html, locales)).toEqual([{ path: '/en/about', name: 'English' }])
})
