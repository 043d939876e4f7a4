// Tabs that are used again: a new one for each page would cost more than the check of the page.

import type { Browser, Page } from 'playwright-core'
import type { Stack } from '../fixtures/stack.ts'
import type { Document } from './documents.ts'
import type { State } from './states.ts'
import { type Cookie, memberCookies, visit, visitorContext } from './visit.ts'

export const SIZE = { width: 1440, height: 900 }

export type Tabs = {
  /**
   * Opens a document for its intended visitor, and does `work` on it. Window and media are the
   * usual ones at the start.
   */
  on<T>(document: Document, work: (page: Page) => Promise<T>): Promise<T>
  /** The same in a separate tab, which a state leaves changed. */
  onState<T>(document: Document, state: State, work: (page: Page) => Promise<T>): Promise<T>
}

export async function openTabs(browser: Browser, stack: Stack): Promise<Tabs> {
  const member = await memberCookies(stack)
  const free = new Map<string, Page[]>()
  const newPage = async (locale: string, cookies: Cookie[], isNew = false) => (await visitorContext(browser, { locale, cookies, isNew })).newPage()
  return {
    async on(document, work) {
      const key = `${document.locale} ${document.access === 'guarded'}`
      const page = free.get(key)?.pop() ?? (await newPage(document.locale, document.access === 'guarded' ? member : []))
      await page.setViewportSize(SIZE)
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      await visit(page, stack.url, document)
      const result = await work(page)
      free.set(key, [...(free.get(key) ?? []), page])
      return result
    },
    async onState(document, state, work) {
      const page = await newPage(document.locale, state.as === 'member' ? member : [], state.as === 'newcomer')
      await page.setViewportSize({ ...SIZE, width: Math.min(SIZE.width, state.upTo ?? SIZE.width) })
      await visit(page, stack.url, document)
      await state.enter(page)
      const result = await work(page)
      await page.context().close()
      return result
    },
  }
}
