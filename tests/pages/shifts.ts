// How far a page moves under a visitor while it loads.

import type { Browser } from 'playwright-core'
import { open } from '../fixtures/browser.ts'
import { hydrated } from '../fixtures/login-page.ts'

/** One shift of the layout: its share of the window, and the elements that moved. */
export type Shift = { value: number; nodes: string[] }

/** Shifts of a page with faces that arrive later than everything else. */
export async function shiftsWithLateFaces(browser: Browser, url: string, { locale, width }: { locale: string; width: number }): Promise<Shift[]> {
  const { page, close } = await open(browser, { locale, reducedMotion: 'reduce', viewport: { width, height: 900 } })
  const letFacesCome = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await letFacesCome.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Element }[] })[]) {
        shifts.push({ value: entry.value, nodes: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? '') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The load event waits for the faces.
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await hydrated(page)
  letFacesCome.resolve()
  const shifts = await page.evaluate(async () => {
    document.body.getBoundingClientRect()
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
  await close()
  return shifts
}
