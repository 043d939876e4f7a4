// Tabs that are used again: a new one for each page would cost more than the check of the page.

import type { Browser, Page } from 'playwright-core'
import { watchProblems } from '../browser.ts'
import type { Document } from './documents.ts'
import { type Cookie, type Served, type Visitor, memberCookies, visit, visitorContext } from './visit.ts'

export const SIZE = { width: 1440, height: 900 }

/** The look of a page after an action of a visitor. */
export type State = {
  name: string
  enter(page: Page): Promise<void>
  as?: 'member' | 'newcomer'
  /** The widest screen that has the state, in CSS pixels. */
  upTo?: number
}

export type Tabs = {
  /**
   * Opens a document for its intended visitor, and does `work` on it. Window and media are the
   * usual ones at the start; `problems` grows by each error from the visit's start on.
   */
  on<T>(document: Document, work: (page: Page, problems: string[]) => Promise<T>): Promise<T>
  /** The same in a separate tab, which a state leaves changed. */
  onState<T>(document: Document, state: State, work: (page: Page) => Promise<T>): Promise<T>
}

type Tab = { page: Page; problems: string[] }

export function openTabs(browser: Browser, served: Served, { savesData = false }: Pick<Visitor, 'savesData'> = {}): Tabs {
  const free = new Map<string, Tab[]>()
  // A site may have no members.
  let signedIn: Promise<Cookie[]> | undefined
  const cookiesOf = async (isMember: boolean): Promise<Cookie[]> => (isMember ? (signedIn ??= memberCookies(served)) : [])
  const newPage = async (locale: string, isMember: boolean, isNew = false) =>
    (await visitorContext(browser, { locale, cookies: await cookiesOf(isMember), isNew, savesData })).newPage()
  return {
    async on(document, work) {
      const isMember = document.access === 'guarded'
      const key = `${document.locale} ${isMember}`
      const tab = free.get(key)?.pop() ?? watched(await newPage(document.locale, isMember))
      const { page, problems } = tab
      problems.length = 0
      await page.setViewportSize(SIZE)
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      await visit(page, served.url, document)
      const result = await work(page, problems)
      free.set(key, [...(free.get(key) ?? []), tab])
      return result
    },
    async onState(document, state, work) {
      const page = await newPage(document.locale, state.as === 'member', state.as === 'newcomer')
      await page.setViewportSize({ ...SIZE, width: Math.min(SIZE.width, state.upTo ?? SIZE.width) })
      await visit(page, served.url, document)
      await state.enter(page)
      const result = await work(page)
      await page.context().close()
      return result
    },
  }
}

const watched = (page: Page): Tab => ({ page, problems: watchProblems(page) })
