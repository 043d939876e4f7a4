// How much a page loads on a first visit, as it is transferred.

import type { Page } from 'playwright-core'
import type { Budgets } from '../settings.ts'

/** Bytes of a page, by what they are. */
export type Sizes = Budgets

/**
 * The sizes of a live page that fetched no other page ahead, whether its files came from the
 * network or not.
 */
export function sizesOf(page: Page): Promise<Sizes> {
  return page.evaluate(() => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[]
    const sum = (chosen: PerformanceResourceTiming[]) => chosen.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    // A live page asks for new builds.
    const isOfOthers = (path: string) => path.startsWith('/builds/')
    const own = entries.filter(({ name }) => name.startsWith(location.origin) && !isOfOthers(new URL(name).pathname))
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
