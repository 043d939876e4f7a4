// Whether a page has fetched its app.

import type { Page } from 'playwright-core'

/** The sheets are loaded, after which the page decides. */
export const styled = (page: Page) =>
  page.waitForFunction(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel=stylesheet]')]
    return sheets.length > 0 && sheets.every((sheet) => sheet.sheet !== null)
  })

/** Whether it has decided to. */
export const isStarted = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return document.querySelector('script[src]') !== null
  })
