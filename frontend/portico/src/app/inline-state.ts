// The state in the document, read before any code changes the DOM.
//
// HTML fields are in the markup only. They are read from it unchanged, so that the first render
// compares equal strings. An extension that changes the page later then has no effect here.

import type { InlineState } from '#/contract.ts'
import { withField } from '#/lib/fields.ts'

/**
 * The block of data that the generator writes. Texts of the content hold no script, so none of
 * their elements is mistaken for it, whatever its id is.
 */
const stateSelector = 'script[type="application/json"]#portico-state'

/** The state of a document, with its HTML fields put back. */
export function readInlineState(document: Document): InlineState {
  const text = document.querySelector(stateSelector)?.textContent
  if (!text) throw new Error('the document has no inline state (#portico-state)')
  const state = JSON.parse(text) as InlineState
  let { data } = state.payload
  for (const element of document.querySelectorAll<HTMLElement>('#root [data-html]')) {
    data = withField(data, element.dataset.html as string, element.innerHTML)
  }
  return { ...state, payload: { ...state.payload, data } }
}
