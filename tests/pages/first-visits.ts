// First visits one after the other in few tabs: a browser takes longer to open a window than to
// forget a visit.

import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'

export type FirstVisits = {
  /**
   * Does `work` in a tab that has no cookie, no stored value and no cached file of an earlier
   * visit. Routes and media that the work changes are left as they are.
   */
  on<T>(options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T>
}

type Tab = { page: Page; session: CDPSession }

/** `prepare` is called for each new tab. */
export function firstVisits(browser: Browser, prepare: (page: Page) => Promise<void> = async () => undefined): FirstVisits {
  const free = new Map<string, Tab[]>()
  const newTab = async (options: BrowserContextOptions): Promise<Tab> => {
    const { page } = await open(browser, options)
    // Before the page's own scripts: its storages outlive the document.
    await page.addInitScript(() => {
      if (location.protocol === 'about:') return
      localStorage.clear()
      sessionStorage.clear()
    })
    await prepare(page)
    return { page, session: await page.context().newCDPSession(page) }
  }
  const forget = async ({ page, session }: Tab) => {
    // The last page ends first: it could write again.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await session.send('Network.clearBrowserCache')
  }
  return {
    async on(options, work) {
      const key = JSON.stringify(options)
      const used = free.get(key)?.pop()
      if (used !== undefined) await forget(used)
      const tab = used ?? (await newTab(options))
      const result = await work(tab.page)
      free.set(key, [...(free.get(key) ?? []), tab])
      return result
    },
  }
}
