// How much a page loads on a first visit, as it is transferred.

import type { Page } from 'playwright-core'
import type { Budgets } from '../settings.ts'

/** Bytes of a page, by what they are. */
export type Sizes = Budgets

/** The sizes of a page that reacts to input, whether its files came from the network or not. */
export function sizesOf(page: Page): Promise<Sizes> {
  return page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[]
    const sum = (chosen: PerformanceResourceTiming[]) => chosen.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    // A page asks for its own data and for news of the site as long as it is open.
    const own = entries.filter(({ name }) => name.startsWith(location.origin) && !new URL(name).pathname.startsWith('/builds/'))
    const ending = (end: string) => sum(own.filter(({ name }) => new URL(name).pathname.endsWith(end)))
    return { scripts: ending('.js'), styles: ending('.css'), page: sum(own) }
  })
}

/** One line per size that is over its budget. */
export function sizeFaults(path: string, sizes: Sizes, budgets: Budgets): string[] {
  return (Object.keys(budgets) as (keyof Budgets)[])
    .filter((kind) => sizes[kind] > budgets[kind])
    .map((kind) => `${path}: sizes: ${kind} of ${sizes[kind]} bytes, budget ${budgets[kind]}`)
}
