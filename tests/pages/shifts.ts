// How far a page moves under a visitor while it loads.

import type { Browser, Page } from 'playwright-core'
import { hydrated } from '../kit/pages/hydrated.ts'
import { firstVisits } from './first-visits.ts'

/** One shift of the layout: its share of the window, and the elements that moved. */
export type Shift = { value: number; nodes: string[] }

/** Loads pages, each on a first visit, with faces that arrive later than everything else. */
export type LateFaces = {
  /** Shifts of the page. */
  shiftsOf(url: string, look: { locale: string; width: number }): Promise<Shift[]>
}

export function lateFaces(browser: Browser): LateFaces {
  const gates = new WeakMap<Page, PromiseWithResolvers<void>>()
  const visits = firstVisits(browser, async (page) => {
    await page.route('**/*.woff2', async (route) => {
      await gates.get(page)?.promise
      await route.continue()
    })
    await page.addInitScript(observeShifts)
  })
  return {
    shiftsOf: (url, { locale, width }) =>
      visits.on({ locale, reducedMotion: 'reduce', viewport: { width, height: 900 } }, async (page) => {
        const letFacesCome = Promise.withResolvers<void>()
        gates.set(page, letFacesCome)
        // The load event waits for the faces.
        await page.goto(url, { waitUntil: 'domcontentloaded' })
        await hydrated(page)
        letFacesCome.resolve()
        return await page.evaluate(async () => {
          document.body.getBoundingClientRect()
          await document.fonts.ready
          await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
          return (window as unknown as { shifts: Shift[] }).shifts
        })
      }),
  }
}

/** Keeps the shifts of the document. Runs in the page. */
function observeShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Element }[] })[]) {
      shifts.push({ value: entry.value, nodes: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? '') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
