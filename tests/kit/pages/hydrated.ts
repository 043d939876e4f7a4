// Waits until a page reacts to input.

import type { Page } from 'playwright-core'

/**
 * Moves the pointer, which fetches the app if it waits for that; the page reacts to input from here
 * on.
 */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    dispatchEvent(new Event('pointermove'))
    return document.documentElement.dataset['hydrated'] === 'true'
  })
