// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'
import { readInlineState } from '#/app/inline-state.ts'

describe('inline state', () => {
  it('puts HTML fields back from the markup, exactly as they stand there', () => {
    const html = '<h2 id="a">潮 &amp; tide</h2><p>x<br>y</p>'
    const state = {
      app: 'a',
      payload: { params: {}, data: { entry: { title: 'T' }, letters: [{ quarter: '2026 Q3' }] }, alternates: [] },
    }
    document.body.innerHTML = `<div id="root"><div data-html="entry.body">${html}</div><div data-html="letters.0.body"><p>L</p></div></div>
      <div data-html="entry.outside">no</div>
      <script type="application/json" id="portico-state">${JSON.stringify(state)}</script>`
    expect(readInlineState(document).payload.data).toEqual({
      entry: { title: 'T', body: html },
      letters: [{ quarter: '2026 Q3', body: '<p>L</p>' }],
    })
  })

  it('takes no element of a text for the state, whatever its id is', () => {
    const state = { app: 'a', payload: { params: {}, data: { entry: { title: 'T' } }, alternates: [] } }
    const forged = JSON.stringify({ ...state, app: 'b' })
    document.body.innerHTML = `<div id="root"><div data-html="entry.body"><h2 id="portico-state">Portico state</h2>
      <p id="portico-state">${forged}</p><pre type="application/json" id="portico-state">${forged}</pre></div></div>
      <script type="application/json" id="portico-state">${JSON.stringify(state)}</script>`
    expect(readInlineState(document).app).toBe('a')
  })

  it('says so when the document is not the generator’s', () => {
    document.body.innerHTML = '<div id="root"></div>'
    expect(() => readInlineState(document)).toThrow('no inline state')
  })
})
