// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en/list" }

import { beforeEach, describe, expect, it } from 'vitest'
import { focusPage, rememberFocus } from '#/app/focus.ts'
import { stubBrowser } from '#/testing/document.ts'

const element = (id: string) => document.getElementById(id)!
const focused = () => document.activeElement?.id

beforeEach(() => {
  stubBrowser()
  document.body.innerHTML = `
    <div id="list"><h1 id="list-title">List</h1><input id="filter"><a id="one" href="/en/one">One</a></div>
    <div id="page" style="display: none"><h1 id="page-title">Page</h1></div>`
})

/** One page is hidden and the other shown, as React does it. */
function show(id: 'list' | 'page'): void {
  for (const page of ['list', 'page']) element(page).style.display = page === id ? '' : 'none'
}

describe('the focus after a navigation (R2.23)', () => {
  it('a new page is entered at its heading', () => {
    show('page')
    focusPage('/en/one', '/en/list', false)
    expect([focused(), element('page-title').getAttribute('tabindex')]).toEqual(['page-title', '-1'])
  })

  it('back on a kept page it is where it was', () => {
    element('filter').focus()
    rememberFocus('/en/list')
    show('page')
    focusPage('/en/one', '/en/list', false)
    rememberFocus('/en/one')
    show('list')
    focusPage('/en/list', '/en/one', true)
    expect(focused()).toBe('filter')
  })

  it('back on a page that was made anew it is on the link that led away; else on the heading', () => {
    element('filter').focus()
    rememberFocus('/en/list')
    element('filter').remove()
    focusPage('/en/list', '/en/one', true)
    expect(focused()).toBe('one')
    focusPage('/en/list', '/en/elsewhere', true)
    expect(focused()).toBe('list-title')
  })

  it('a link to a kept page enters it at its heading', () => {
    element('filter').focus()
    rememberFocus('/en/list')
    focusPage('/en/list', '/en/one', false)
    expect(focused()).toBe('list-title')
  })
})
