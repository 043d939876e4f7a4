// Headings as an outline: one of the first level, and no level left out on the way down.

import type { Page } from 'playwright-core'

/** One line per fault. */
export async function headingFaults(page: Page): Promise<string[]> {
  const headings = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll((elements) =>
    elements.filter((element) => element.checkVisibility()).map((element) => ({ level: Number(element.localName[1]), text: element.textContent?.trim() ?? '' })),
  )
  const first = headings.filter(({ level }) => level === 1)
  const faults = first.length === 1 ? [] : [`headings: ${first.length} of the first level: ${first.map(({ text }) => text).join(', ')}`]
  for (const [index, { level, text }] of headings.entries()) {
    const before = headings[index - 1]?.level ?? 0
    if (level > before + 1) faults.push(`headings: h${level} “${text}” follows h${before}`)
  }
  return faults
}
